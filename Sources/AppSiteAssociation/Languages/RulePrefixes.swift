/// Finds, for a rule, the earlier rules that can possibly cover it, without comparing it with all of them.
///
/// A pattern can only cover another one when its text up to the first wildcard begins the other's.
struct RulePrefixes {
    private var rulesOfPrefix: [[UInt32]: [Int]] = [:]
    private var prefixes: [[UInt32]?] = []

    /// Longer prefixes are cut: what is compared stays in proportion to the number of rules.
    private static let limit = 48

    /// Indexes `rules`.
    init(_ rules: [RuleLanguage?]) {
        for (index, rule) in rules.enumerated() {
            let prefix = rule.map { Self.prefix(of: $0.path ?? []) }
            prefixes.append(prefix)
            if let prefix { rulesOfPrefix[prefix, default: []].append(index) }
        }
    }

    /// The first rule before `index` that meets `condition`, of those that can cover it, the broadest first.
    func first(before index: Int, where condition: (Int) -> Bool?) -> Int? {
        guard let prefix = prefixes[index] else { return nil }
        for length in 0...prefix.count {
            guard let rules = rulesOfPrefix[Array(prefix.prefix(length))] else { continue }
            for rule in rules {
                guard rule < index else { break }
                guard let answer = condition(rule) else { return nil }
                if answer { return rule }
            }
        }
        return nil
    }

    /// The scalars before the first wildcard; letters of either case count as the small one.
    private static func prefix(of path: [LanguageElement]) -> [UInt32] {
        var prefix: [UInt32] = []
        for element in path.prefix(limit) {
            switch element {
            case .scalar(let scalar): prefix.append(folded(scalar.value))
            case .oneIn(let set):
                let values = Set(set.ranges.prefix(3).flatMap { $0.prefix(3) }.map(folded))
                guard values.count == 1, let value = values.first else { return prefix }
                prefix.append(value)
            case .anyOne, .anyRun, .oneOf: return prefix
            }
        }
        return prefix
    }

    private static func folded(_ value: UInt32) -> UInt32 {
        (0x41...0x5A).contains(value) ? value + 0x20 : value
    }
}

/// An index of the earlier rules that can cover a rule, so that not every pair must be compared.
///
/// A pattern can only cover patterns that begin with the text before its first wildcard.
struct RulePrefixes {
    private var rulesOfPrefix: [[UInt32]: [Int]] = [:]
    private var prefixes: [[UInt32]?] = []

    /// The maximum length of prefixes, so that the work remains proportional to the number of rules.
    private static let limit = 48

    init(_ rules: [RuleLanguage?]) {
        for (index, rule) in rules.enumerated() {
            let prefix = rule.map { Self.prefix(of: $0.path ?? []) }
            prefixes.append(prefix)
            if let prefix { rulesOfPrefix[prefix, default: []].append(index) }
        }
    }

    /// Returns the first rule before `index` that can cover the rule there and meets `condition`, by the length of
    /// prefixes; `nil` if `condition` is `nil` for a rule.
    func first(before index: Int, where condition: (Int) -> Bool?) -> Int? {
        guard let prefix = prefixes[index] else { return nil }
        for length in 0...prefix.count {
            for rule in rulesOfPrefix[Array(prefix.prefix(length)), default: []].prefix(while: { $0 < index }) {
                guard let answer = condition(rule) else { return nil }
                if answer { return rule }
            }
        }
        return nil
    }

    /// Returns the scalars before the first wildcard; capitals are treated as lower case.
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

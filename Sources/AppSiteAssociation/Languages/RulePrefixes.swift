/// An index of the earlier rules that can cover a rule, so that not every pair must be compared.
///
/// A pattern can only cover patterns that begin with the text before its first wildcard.
struct RulePrefixes {
    private var rulesOfPrefix: [[UInt32]: [Int]] = [:]

    /// The maximum length of prefixes, so that the work remains proportional to the number of rules.
    private static let maxLength = 48

    init(_ rules: [RuleLanguage?]) {
        for case (let index, let rule?) in rules.enumerated() {
            rulesOfPrefix[Self.prefix(of: rule.path ?? []), default: []].append(index)
        }
    }

    /// Returns the first rule before `index` that can cover `rule` and meets `condition`, shortest prefix first.
    ///
    /// If `condition` returns `nil`, the result is also `nil`.
    func first(before index: Int, covering rule: RuleLanguage, where condition: (Int) -> Bool?) -> Int? {
        let prefix = Self.prefix(of: rule.path ?? [])
        for length in 0...prefix.count {
            for earlier in rulesOfPrefix[Array(prefix.prefix(length))] ?? [] {
                guard earlier < index else { break }
                guard let answer = condition(earlier) else { return nil }
                if answer { return earlier }
            }
        }
        return nil
    }

    /// Returns the scalars before the first wildcard; capitals are treated as lower case.
    private static func prefix(of path: [LanguageElement]) -> [UInt32] {
        var prefix: [UInt32] = []
        for element in path.prefix(maxLength) {
            switch element {
            case .scalar(let scalar): prefix.append(folded(scalar.value))
            case .set(let set):
                // Three values are enough to see whether there is more than one letter.
                let values = Set(set.ranges.prefix(3).flatMap { $0.prefix(3) }.map(folded))
                guard values.count == 1, let value = values.first else { return prefix }
                prefix.append(value)
            case .anyOne, .anyRun, .alternatives: return prefix
            }
        }
        return prefix
    }

    private static func folded(_ value: UInt32) -> UInt32 {
        (0x41...0x5A).contains(value) ? value + 0x20 : value
    }
}

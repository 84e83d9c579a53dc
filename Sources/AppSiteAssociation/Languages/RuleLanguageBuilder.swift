import Basics

/// Converts the rules of a file to languages; the values of a variable are converted once and shared.
struct RuleLanguageBuilder {
    private struct Key: Hashable {
        var variable: LinkPattern.Alternatives
        var isCaseSensitive: Bool
        var isPercentEncoded: Bool
    }

    private var alternatives: [Key: LanguageElement] = [:]
    private var knownElements: [PatternKey: [LanguageElement]?] = [:]
    private var slashesAtEdges: [ObjectIdentifier: Bool] = [:]

    /// Returns the language of `rule`; `nil` if it is not known for certain which URLs the rule matches.
    ///
    /// It has not been measured how systems treat path patterns of one character, the case of non-ASCII letters, the
    /// decoding of item names, variables with the name of a predefined one, and slashes from a variable.
    mutating func language(of rule: LinkRule) -> RuleLanguage? {
        let form: RuleLanguage.Form = rule.isPercentEncoded ? .written : .decoded
        var result = RuleLanguage(excludes: rule.excludes, form: form, path: nil, conditions: [])
        if let path = rule.path {
            guard let elements = elements(of: path) else { return nil }
            result.path = elements
        }
        var conditions: [(part: RuleLanguage.Part, pattern: LinkRule.PartPattern)] = []
        switch rule.query {
        case .whole(let whole): conditions.append((.query, whole))
        case .items(let items):
            guard items.allSatisfy({ Self.isPlain($0.name) }) else { return nil }
            for item in items { conditions.append((.item(name: item.name), item.value)) }
        case nil: break
        }
        if let fragment = rule.fragment { conditions.append((.fragment, fragment)) }
        for (part, pattern) in conditions {
            guard let elements = elements(of: pattern) else { return nil }
            result.conditions.append(.init(part: part, form: form, pattern: elements))
        }
        return result
    }

    /// Returns the first pattern of `rule` that is proven to match no possible text, so that no URL matches the rule.
    mutating func unmatchable(in rule: LinkRule, budget: inout WorkBudget) -> LinkRule.PartPattern? {
        for pattern in rule.patterns {
            let space = LanguageSpace.texts(of: pattern.part, isPercentEncoded: rule.isPercentEncoded)
            if let elements = elements(of: pattern), space.hasNoMember(elements, budget: &budget) { return pattern }
        }
        return nil
    }

    /// Returns the languages of the rules of a detail; without rules, a detail is assumed to match every URL.
    /// Rule: details.no-rules
    mutating func languages(of rules: [LinkRule]?) -> [RuleLanguage?] {
        rules?.map { language(of: $0) } ?? [.everything(excludes: false)]
    }

    /// Returns the elements of a pattern, which are created once for all rules that inherit it.
    private mutating func elements(of part: LinkRule.PartPattern) -> [LanguageElement]? {
        if let known = knownElements[part.key] { return known }
        let elements = elements(of: part.pattern)
        knownElements[part.key] = .some(elements)
        return elements
    }

    /// Returns the elements of a pattern; `nil` if the behaviour of systems is not known.
    mutating func elements(of pattern: LinkPattern) -> [LanguageElement]? {
        guard pattern.fault == nil, !isUnmeasured(pattern) else { return nil }
        return elements(of: pattern.tokens, in: pattern)
    }

    private mutating func elements(of tokens: [LinkPattern.Token], in pattern: LinkPattern) -> [LanguageElement]? {
        var result: [LanguageElement] = []
        result.reserveCapacity(tokens.count)
        for token in tokens {
            guard let element = element(token, in: pattern) else { return nil }
            result.append(element)
        }
        return result
    }

    /// Whether the pattern is a path pattern of a single character other than `*` and slash.
    private func isUnmeasured(_ pattern: LinkPattern) -> Bool {
        guard pattern.part == .path, pattern.tokens.count == 1 else { return false }
        switch pattern.tokens.first {
        case .scalar(let scalar): return scalar != "/"
        case .anyOne: return true
        case .anyRun, .characterClass, .alternatives, nil: return false
        }
    }

    /// Whether the comparison of an item's name is independent of decoding.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isHostByte || "~[]".utf8.contains($0) }
    }

    /// Whether a value of the variable could create consecutive slashes, which systems may or may not collapse.
    private mutating func canAddSlash(_ variable: LinkPattern.Alternatives) -> Bool {
        if let known = slashesAtEdges[ObjectIdentifier(variable)] { return known }
        let canAdd = variable.values.contains { value in
            value.first == .scalar("/") || value.last == .scalar("/")
                || zip(value, value.dropFirst()).contains { $0 == .scalar("/") && $1 == .scalar("/") }
        }
        slashesAtEdges[ObjectIdentifier(variable)] = canAdd
        return canAdd
    }

    private mutating func element(_ token: LinkPattern.Token, in pattern: LinkPattern) -> LanguageElement? {
        let isCaseSensitive = pattern.isCaseSensitive
        let isPercentEncoded = pattern.isPercentEncoded
        switch token {
        case .scalar(let scalar):
            return isCaseSensitive ? .scalar(scalar) : Self.folded(scalar, isPercentEncoded: isPercentEncoded)
        case .anyOne: return .anyOne
        case .anyRun: return .anyRun
        case .characterClass(let characters):
            let values = (0..<UInt8(0x80)).filter {
                characters.contains(Unicode.Scalar($0), isCaseSensitive: isCaseSensitive)
            }
            let set = ScalarSet(ranges: values.map { UInt32($0)...UInt32($0) })
            let hasKelvin = !isCaseSensitive && !isPercentEncoded && set.contains(Self.smallK)
            return .oneIn(hasKelvin ? set.union(Self.kelvin) : set)
        case .alternatives(let variable):
            if pattern.part == .path, canAddSlash(variable) { return nil }
            if let predefined = SubstitutionVariables.predefined(variable.name), predefined != token { return nil }
            let key = Key(variable: variable, isCaseSensitive: isCaseSensitive, isPercentEncoded: isPercentEncoded)
            if let known = alternatives[key] { return known }
            var sequences: [[LanguageElement]] = []
            sequences.reserveCapacity(variable.values.count)
            for value in variable.values {
                guard let sequence = elements(of: value, in: pattern) else { return nil }
                sequences.append(sequence)
            }
            alternatives[key] = .oneOf(sequences)
            return .oneOf(sequences)
        }
    }

    /// Returns the scalars that equal `scalar` if case is ignored; `nil` if they are not known.
    private static func folded(_ scalar: Unicode.Scalar, isPercentEncoded: Bool) -> LanguageElement? {
        let scalar: Unicode.Scalar = scalar == "\u{212A}" ? "k" : scalar
        guard scalar.isASCII else { return isPercentEncoded ? .scalar(scalar) : nil }
        guard ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar) else { return .scalar(scalar) }
        let small = scalar.value | 0x20
        let set = ScalarSet(ranges: [small...small, (small - 0x20)...(small - 0x20)])
        return .oneIn(!isPercentEncoded && small == smallK ? set.union(kelvin) : set)
    }

    private static let smallK: UInt32 = 0x6B
    /// The only non-ASCII scalar whose lower-case form is an ASCII letter: the Kelvin sign.
    private static let kelvin = ScalarSet("\u{212A}")
}

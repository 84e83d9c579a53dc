import Basics

/// Converts the rules of a file to languages; the patterns and variables that rules share are converted once.
struct RuleLanguageBuilder {
    private struct Key: Hashable {
        var variable: LinkPattern.Alternatives
        var options: ComparisonOptions
    }

    private var cachedAlternatives: [Key: LanguageElement] = [:]
    /// The results for patterns; a value is `nil` if the behaviour of systems is not known.
    private var cachedElements: [PatternKey: [LanguageElement]?] = [:]
    private var cachedDoublings: [ObjectIdentifier: Bool] = [:]

    /// Returns the language of `rule`; `nil` if it is not known for certain which URLs the rule matches.
    ///
    /// It has not been tested how systems treat path patterns of one character, the case of non-ASCII letters, the
    /// decoding of item names, variables with the name of a predefined one, and slashes from a variable.
    mutating func language(of rule: LinkRule) -> RuleLanguage? {
        var result = RuleLanguage(excludes: rule.excludes, form: rule.form, path: nil, conditions: [])
        if let path = rule.path {
            result.path = elements(of: path)
            if result.path == nil { return nil }
        }
        var conditions: [(part: RuleLanguage.Part, pattern: LinkRule.SourcedPattern)] = []
        switch rule.query {
        case .whole(let whole): conditions.append((.query, whole))
        case .items(let items):
            guard items.allSatisfy({ Self.needsNoDecoding($0.name) }) else { return nil }
            for item in items { conditions.append((.item(name: item.name), item.value)) }
        case nil: break
        }
        if let fragment = rule.fragment { conditions.append((.fragment, fragment)) }
        for (part, pattern) in conditions {
            guard let elements = elements(of: pattern) else { return nil }
            result.conditions.append(.init(part: part, form: rule.form, pattern: elements))
        }
        return result
    }

    /// Returns the first pattern of `rule` that is proven to match no possible text, so that no URL matches the rule.
    mutating func unmatchablePattern(in rule: LinkRule, budget: inout WorkBudget) -> LinkRule.SourcedPattern? {
        for pattern in rule.patterns {
            let space = LanguageSpace.texts(of: pattern.part, in: rule.form)
            guard let elements = elements(of: pattern) else { continue }
            if space.isProvablyDisjoint(from: elements, budget: &budget) { return pattern }
        }
        return nil
    }

    /// Returns the languages of the rules of a detail; without rules, a detail is assumed to match every URL.
    /// Documented as details.no-rules
    mutating func languages(of rules: [LinkRule]?) -> [RuleLanguage?] {
        rules?.map { language(of: $0) } ?? [.everything(excludes: false)]
    }

    private mutating func elements(of sourcedPattern: LinkRule.SourcedPattern) -> [LanguageElement]? {
        if let cached = cachedElements[sourcedPattern.key] { return cached }
        let elements = elements(of: sourcedPattern.pattern)
        cachedElements[sourcedPattern.key] = .some(elements)
        return elements
    }

    /// Returns the elements of a pattern; `nil` if the behaviour of systems is not known.
    mutating func elements(of pattern: LinkPattern) -> [LanguageElement]? {
        guard pattern.fault == nil, !hasUntestedBehaviour(pattern) else { return nil }
        return elements(of: pattern.tokens, in: pattern)
    }

    private mutating func elements(of tokens: [LinkPattern.Token], in pattern: LinkPattern) -> [LanguageElement]? {
        let elements = tokens.compactMap { element($0, in: pattern) }
        return elements.count == tokens.count ? elements : nil
    }

    /// Whether systems were never tested with the pattern: a path pattern of one character other than `*` and slash.
    private func hasUntestedBehaviour(_ pattern: LinkPattern) -> Bool {
        guard pattern.part == .path, pattern.tokens.count == 1 else { return false }
        return switch pattern.tokens[0] {
        case .scalar(let scalar): scalar != "/"
        case .anyOne: true
        case .anyRun, .characterClass, .alternatives: false
        }
    }

    /// Whether the name of an item compares the same with and without decoding.
    private static func needsNoDecoding(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isHostByte || "~[]".utf8.contains($0) }
    }

    /// Whether a value of the variable could create consecutive slashes, which systems may or may not collapse.
    private mutating func canDoubleSlash(_ variable: LinkPattern.Alternatives) -> Bool {
        if let cached = cachedDoublings[ObjectIdentifier(variable)] { return cached }
        let canDouble = variable.values.contains { value in
            value.first == .scalar("/") || value.last == .scalar("/")
                || zip(value, value.dropFirst()).contains { $0 == .scalar("/") && $1 == .scalar("/") }
        }
        cachedDoublings[ObjectIdentifier(variable)] = canDouble
        return canDouble
    }

    private mutating func element(_ token: LinkPattern.Token, in pattern: LinkPattern) -> LanguageElement? {
        let options = pattern.options
        switch token {
        case .scalar(let scalar):
            return options.isCaseSensitive
                ? .scalar(scalar) : Self.caseVariants(of: scalar, isPercentEncoded: options.isPercentEncoded)
        case .anyOne: return .anyOne
        case .anyRun: return .anyRun
        case .characterClass(let characters):
            let matched = options.isCaseSensitive ? characters : characters.ignoringCase
            // The classes contain only ASCII.
            var scalars = (0..<UInt8(0x80)).map { Unicode.Scalar($0) }.filter(matched.contains)
            if !options.isCaseSensitive, !options.isPercentEncoded, scalars.contains("k") {
                scalars.append(Self.kelvin)
            }
            return .set(ScalarSet(ranges: scalars.map { $0.value...$0.value }))
        case .alternatives(let variable):
            if pattern.part == .path, canDoubleSlash(variable) { return nil }
            if let predefined = SubstitutionVariables.predefined(variable.name), predefined != token { return nil }
            let key = Key(variable: variable, options: options)
            if let cached = cachedAlternatives[key] { return cached }
            let sequences = variable.values.compactMap { elements(of: $0, in: pattern) }
            guard sequences.count == variable.values.count else { return nil }
            cachedAlternatives[key] = .alternatives(sequences)
            return .alternatives(sequences)
        }
    }

    /// Returns the scalars that equal `scalar` if case is ignored; `nil` if they are not known.
    private static func caseVariants(of scalar: Unicode.Scalar, isPercentEncoded: Bool) -> LanguageElement? {
        let lower = LinkPattern.folded(scalar)
        // A percent-encoded URL contains no non-ASCII letter, neither in upper nor in lower case.
        guard lower.isASCII else { return isPercentEncoded ? .scalar(scalar) : nil }
        guard ("a"..."z").contains(lower) else { return .scalar(lower) }
        var values = [lower.value - 0x20, lower.value]
        if lower == "k", !isPercentEncoded { values.append(kelvin.value) }
        return .set(ScalarSet(ranges: values.map { $0...$0 }))
    }

    /// The only non-ASCII scalar whose lower-case form is an ASCII letter.
    private static let kelvin: Unicode.Scalar = "\u{212A}"
}

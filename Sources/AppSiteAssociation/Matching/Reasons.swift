/// The reasons why a rule matches a URL, nearly matches it, or does not.
struct Reasons {
    let rule: LinkRule
    let url: LinkURL
    var variables: SubstitutionVariables?

    private var options: ComparisonOptions { rule.options }

    func reasonForMatch(budget: inout WorkBudget) -> String {
        if rule.isUnconstrained { return "the rule has no conditions, so it matches every URL" }
        var parts: [String] = []
        if let path = rule.path {
            let addition = needsAddedSlash(path.pattern, &budget) ? ", counting the slash that is added at the end" : ""
            parts.append("path \(shown(path: url.path)) matches \(shown(path))\(addition)")
        }
        switch rule.query {
        case nil: break
        case .whole(let whole)?: parts.append("query \(shown(url.query ?? "")) matches \(shown(whole))")
        case .items(let items)?:
            for item in items { parts.append("query item \(QuotedText.curly(item.name)) matches \(shown(item.value))") }
        }
        if let fragment = rule.fragment {
            parts.append("fragment \(shown(url.fragment ?? "")) matches \(shown(fragment))")
        }
        return parts.joined(separator: ", ")
    }

    func reasonForMismatch(_ mismatch: CompiledRule.Mismatch) -> String {
        switch mismatch {
        case .path:
            guard let path = rule.path else { return "" }
            return mismatchClause("path \(shown(path: url.path))", path)
        case .query:
            guard case .whole(let whole)? = rule.query else { return "" }
            return mismatchClause(subject("query", url.query), whole)
        case .item(let index, let value):
            guard case .items(let items)? = rule.query else { return "" }
            let name = QuotedText.curly(items[index].name)
            guard let value else {
                return mismatchClause("query item \(name) is missing, which counts as empty and", items[index].value)
            }
            let text = String(String.UnicodeScalarView(value.compactMap(Unicode.Scalar.init)))
            return mismatchClause("query item \(name) is \(QuotedText.curly(text)), which", items[index].value)
        case .fragment:
            guard let fragment = rule.fragment else { return "" }
            return mismatchClause(subject("fragment", url.fragment), fragment)
        }
    }

    private func subject(_ part: String, _ text: String?) -> String {
        guard let text else { return "the URL has no \(part), which counts as empty and" }
        return "\(part) \(shown(text))"
    }

    /// Whether the path matches only because a slash is added to the path or the pattern, as for `/buy` and `/buy/*`.
    private func needsAddedSlash(_ pattern: LinkPattern, _ budget: inout WorkBudget) -> Bool {
        guard budget.spend(4 * (pattern.text.utf8.count + url.path.utf8.count)), pattern.variableNames.isEmpty,
            pattern.text.unicodeScalars.count > 1, url.path.utf8.count > 1
        else { return false }
        var path = options.codes(url.path)
        if matches(pattern.text, as: .query, path, options, &budget) { return false }
        let slash = Unicode.Scalar("/").value
        if path.last != slash { path.append(slash) }
        let needsSlash = !["/", "*"].contains(pattern.text.unicodeScalars.last)
        return matches(pattern.text + (needsSlash ? "/" : ""), as: .query, path, options, &budget)
    }

    /// Whether `path` matches `pattern`, read as one for `part`; no slashes are added to patterns for queries.
    private func matches(
        _ pattern: String, as part: LinkPattern.Part, _ path: [CompiledPattern.Code], _ options: ComparisonOptions,
        _ budget: inout WorkBudget
    ) -> Bool {
        var programs = VariableProgram.Cache()
        let pattern = LinkPattern(pattern, part: part, options: options, variables: rule.isComponent ? variables : nil)
        return (try? CompiledPattern(pattern, programs: &programs).matches(path, budget: &budget)) ?? false
    }

    /// Returns a clause about a URL that nearly matches, with a rank, which is lower for a closer match; otherwise `nil`.
    func nearMiss(_ mismatch: CompiledRule.Mismatch, budget: inout WorkBudget) -> (rank: Int, text: String)? {
        let line = "line \(rule.source.position.line)"
        guard case .path = mismatch else {
            // A rule that only compares other parts is not near.
            guard rule.path != nil else { return nil }
            return (3, "its path matches the rule at \(line), but \(reasonForMismatch(mismatch))")
        }
        // Each of the following comparisons reads the whole pattern and URL.
        guard let pattern = rule.path?.pattern, pattern.fault == nil,
            budget.spend(8 * (pattern.text.utf8.count + url.path.utf8.count))
        else { return nil }
        func pathMatches(isCaseSensitive: Bool, isPercentEncoded: Bool) -> Bool {
            let options = ComparisonOptions(isCaseSensitive: isCaseSensitive, isPercentEncoded: isPercentEncoded)
            let path = PreparedURL.normalisedSlashes(options.codes(url.path))
            return matches(pattern.text, as: .path, path, options, &budget)
        }
        let shown = "\(QuotedText.curly(pattern.text)) (\(line))"
        if options.isCaseSensitive, pathMatches(isCaseSensitive: false, isPercentEncoded: options.isPercentEncoded) {
            return (0, "its path differs only in letter case from \(shown)")
        }
        if pathMatches(isCaseSensitive: options.isCaseSensitive, isPercentEncoded: !options.isPercentEncoded) {
            return (1, "its path differs only in percent-encoding from \(shown)")
        }
        guard matches(pattern.text, as: .query, options.codes(url.path), options, &budget) else { return nil }
        let slash = "the slash that is added to the end of paths before they are compared"
        return (2, "its path matches \(shown) only without \(slash)")
    }

    private func mismatchClause(_ subject: String, _ part: LinkRule.SourcedPattern) -> String {
        switch part.pattern.fault {
        case .undefinedVariable(let name)?:
            "\(shown(part)) probably matches nothing: the variable \(QuotedText.curly(name)) is not defined"
        case .unclosedVariable?: "\(shown(part)) probably matches nothing: ‘$(’ without ‘)’"
        case nil: "\(subject) does not match \(shown(part))"
        }
    }

    private func shown(_ pattern: LinkRule.SourcedPattern) -> String { QuotedText.curly(pattern.text) }

    private func shown(path: String) -> String { shown(path.isEmpty ? "/" : path) }

    private func shown(_ text: String) -> String {
        // A long text, of which only the beginning is shown, is not decoded again for each rule.
        guard !options.isPercentEncoded, text.utf8.count <= 4_096, let decoded = PercentEncoding.decoded(text),
            !decoded.isExactly(text)
        else { return QuotedText.curly(text) }
        return "\(QuotedText.curly(decoded)) (decoded)"
    }
}

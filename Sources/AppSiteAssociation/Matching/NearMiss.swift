/// Explains why a URL nearly matches a rule.
struct NearMiss {
    let rule: LinkRule
    let url: LinkURL
    let variables: SubstitutionVariables?

    /// Returns a clause, and a rank that is lower for a closer match; `nil` if the URL is too different.
    func explanation(of mismatch: CompiledRule.Mismatch, budget: inout WorkBudget) -> (rank: Int, text: String)? {
        guard case .path = mismatch else {
            // If the path matches, the mismatch is in the query or the fragment, and is described as in the trace.
            guard rule.path != nil else { return nil }
            let why = Reason(rule: rule, url: url).reasonForMismatch(mismatch)
            return (3, "its path matches the rule at \(line), but \(why)")
        }
        // Each of the following comparisons reads the whole pattern and URL.
        guard let pattern = rule.path?.pattern, pattern.fault == nil,
            budget.spend(8 * (pattern.text.utf8.count + url.path.utf8.count))
        else { return nil }
        let shown = "\(Shown.quoted(pattern.text)) (\(line))"
        if rule.isCaseSensitive, matches(isCaseSensitive: false, isPercentEncoded: rule.isPercentEncoded, &budget) {
            return (0, "its path differs only in letter case from \(shown)")
        }
        if matches(isCaseSensitive: rule.isCaseSensitive, isPercentEncoded: !rule.isPercentEncoded, &budget) {
            return (1, "its path differs only in percent-encoding from \(shown)")
        }
        let matchesAsWritten = matches(
            isCaseSensitive: rule.isCaseSensitive, isPercentEncoded: rule.isPercentEncoded, addsSlashes: false, &budget)
        guard matchesAsWritten else { return nil }
        let slash = "the slash that is added to the end of paths before they are compared"
        return (2, "its path matches \(shown) only without \(slash)")
    }

    private var line: String { "line \(rule.source.position.line)" }

    /// Whether the path matches with other settings.
    private func matches(
        isCaseSensitive: Bool, isPercentEncoded: Bool, addsSlashes: Bool = true, _ budget: inout WorkBudget
    ) -> Bool {
        guard let text = rule.path?.pattern.text else { return false }
        // Slashes are added to path patterns only, so a pattern without them is prepared as one for a query.
        let pattern = CompiledPattern(
            text, part: addsSlashes ? .path : .query, isCaseSensitive: isCaseSensitive,
            isPercentEncoded: isPercentEncoded, variables: rule.origin == .component ? variables : nil)
        let codes = PreparedURL.View(folds: !isCaseSensitive, decodes: !isPercentEncoded).codes(url.path)
        let path = addsSlashes ? PreparedURL.regularSlashes(codes) : codes
        return (try? pattern.matches(path, budget: &budget)) ?? false
    }
}

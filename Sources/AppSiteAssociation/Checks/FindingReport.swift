import Findings

/// The findings of the checks of a file, and the fixes to be tried.
struct FindingReport {
    let location: FindingLocation
    /// The findings in the order in which they were added, without those beyond the maximum number.
    private var kept: [Finding] = []
    private var counts: [FindingCode: Int] = [:]
    private var brokenValues: Set<Int> = []
    /// The fixes for findings, tried before they are recommended; `findingIndex` is an index of ``kept``.
    private(set) var fixes: [(fix: Fix, isAlternative: Bool, findingIndex: Int)] = []

    /// The maximum number of findings for each code; the last one contains the number of omitted findings.
    static let maxFindingsPerCode = 50

    init(location: FindingLocation) { self.location = location }

    /// The texts of a finding, created only if the report keeps it; for `nil`, the defaults of the catalogue apply.
    struct Text {
        var severity: Severity?
        var message: String
        var impact: String?
        /// The advice if there is no fix to try, or if none is accepted.
        var remedy: String?
        var fix: Fix?
        /// The alternative to ``fix``, which is tried separately.
        var alternative: Fix?
        var evidence: Evidence = [:]
    }

    mutating func add(findingsOf file: CheckedFile) {
        for check in ContentChecks.all { check.check(file, into: &self) }
    }

    /// Adds a finding about a rule; `corrected` is the path that it should have, or `nil` if this is not clear.
    ///
    /// Without an `intention`, the rule with the correct path is intended, as an exclusion if `excludes` is true.
    mutating func add(
        _ code: FindingCode, at value: JSONValue, of checked: CheckedRule, in list: CheckedRules,
        corrected: CorrectedPath? = nil, excludes: Bool? = nil, intention: CheckedRules.Intention? = nil,
        text makeText: () -> Text
    ) {
        let excludes = excludes ?? checked.rule.excludes
        add(code, at: value, of: list) {
            intention ?? .rule(CorrectedPath.language(corrected, of: checked, excludes: excludes, in: list))
        } text: {
            var text = makeText()
            if let corrected {
                (text.fix, text.alternative) = corrected.fixes(for: checked, at: value, excludes: excludes, in: list)
            }
            return text
        }
    }

    /// Adds a finding about a problem with a rule of `list`, with a severity that depends on the intended links.
    ///
    /// If other rules already have the intended outcome for these links, the finding is only information.
    mutating func add(
        _ code: FindingCode, at value: JSONValue, of list: CheckedRules,
        intention makeIntention: () -> CheckedRules.Intention, text makeText: () -> Text
    ) {
        add(code, at: value, of: list) {
            var text = makeText()
            // A value inherited from `defaults` also affects other lists.
            let isInList = list.source.range.contains(value.range.lowerBound)
            let intention = makeIntention()
            guard isInList, list.hasSameOutcomes(as: intention) else { return text }
            text.severity = .info
            text.impact = "None: other rules have the same outcome for every link that this rule was meant for."
            text.alternative = nil
            let element = list.source.elements?.first { $0.range.contains(value.range.lowerBound) }
            text.fix = element.map { element in
                var acceptedLosses: [RuleLanguage?] = []
                // The links that a wrong rule matches by chance may be lost.
                if case .rule = intention {
                    acceptedLosses = list.rules.filter { $0.rule.source.index == element.index }.map(\.language)
                }
                return Fix(
                    "Remove the rule; other rules cover the links that it was meant for.", [.remove(element.index)],
                    acceptedLosses: acceptedLosses)
            }
            text.remedy = "No action is needed."
            return text
        }
    }

    /// Adds a finding, at most a warning if it is about a rule of a list that only iOS 12 and earlier read.
    mutating func add(_ code: FindingCode, at value: JSONValue, of list: CheckedRules? = nil, _ makeText: () -> Text) {
        add(code, position: value.position, value: value) {
            var text = makeText()
            let severity = text.severity ?? Catalogue[code].severity
            guard list?.isForOldSystemsOnly == true, severity > .info else { return text }
            text.severity = .warning
            text.impact = "Only iOS 12 and earlier read these paths. " + (text.impact ?? Catalogue[code].impact)
            return text
        }
    }

    mutating func add(
        _ code: FindingCode, at value: JSONValue, of list: CheckedRules? = nil, severity: Severity? = nil,
        message: @autoclosure () -> String, impact: String? = nil, remedy: @autoclosure () -> String? = nil,
        fix: @autoclosure () -> Fix? = nil, evidence: @autoclosure () -> Evidence = [:]
    ) {
        add(code, at: value, of: list) {
            Text(
                severity: severity, message: message(), impact: impact, remedy: remedy(), fix: fix(),
                evidence: evidence())
        }
    }

    mutating func add(_ code: FindingCode, position: JSONPosition, value: JSONValue? = nil, _ makeText: () -> Text) {
        counts[code, default: 0] += 1
        guard counts[code, default: 0] <= Self.maxFindingsPerCode else { return }
        let text = makeText()
        if let fix = text.fix { fixes.append((fix, false, kept.count)) }
        if let alternative = text.alternative { fixes.append((alternative, true, kept.count)) }
        kept.append(
            Finding(
                code, severity: text.severity, location: location, message: text.message, impact: text.impact,
                remedy: text.remedy, evidence: text.evidence, pointer: value?.shownPointer, line: position.line,
                column: position.column))
    }

    /// Uses the fixes at the `accepted` indices of ``fixes``, and those without edits, as remedies of their findings.
    mutating func recommend(_ accepted: Set<Int>) {
        var advice: [Int: [String]] = [:]
        for (index, entry) in fixes.enumerated() where accepted.contains(index) || entry.fix.edits.isEmpty {
            advice[entry.findingIndex, default: []].append(entry.fix.advice)
        }
        for (index, sentences) in advice { kept[index].remedy = sentences.joined(separator: " ") }
    }

    /// The numbers of errors and of warnings, in this order because comparisons of tuples begin with the first element.
    var errorsAndWarnings: (Int, Int) { (count(of: .error), count(of: .warning)) }

    /// Returns the number of findings of a severity; those that are not kept have the default severity of their code.
    private func count(of severity: Severity) -> Int {
        let exceeded = counts.filter { $0.value > Self.maxFindingsPerCode && Catalogue[$0.key].severity == severity }
        return kept.count { $0.severity == severity }
            + exceeded.values.reduce(0) { $0 + $1 - Self.maxFindingsPerCode }
    }

    /// Marks `value` as wrong, so that later checks do not report the consequences.
    mutating func markBroken(_ value: JSONValue) { brokenValues.insert(value.index) }

    func isBroken(_ value: JSONValue) -> Bool { brokenValues.contains(value.index) }

    /// The findings in file order; the last finding of each code contains the number of omitted findings.
    var findings: [Finding] {
        var all = kept
        for (code, count) in counts where count > Self.maxFindingsPerCode {
            guard let last = all.lastIndex(where: { $0.code == code }) else { continue }
            all[last].message += " There are \(count - Self.maxFindingsPerCode) more findings of this kind in the file."
            all[last].evidence["more"] = .integer(count - Self.maxFindingsPerCode)
        }
        // Sorting is stable, so findings at the same position keep the order of the checks.
        return all.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    }
}

extension FindingReport.Text {
    /// Returns the text about a value of the wrong kind; `subject` is the beginning of the message.
    static func ignored(
        _ subject: String, _ value: JSONValue, expected: String, severity: Severity? = nil, impact: String? = nil,
        remedy: String? = nil, fix: Fix? = nil
    ) -> FindingReport.Text {
        FindingReport.Text(
            severity: severity, message: "\(subject) is \(value.kind.described), not \(expected); it is ignored.",
            impact: impact, remedy: remedy, fix: fix, evidence: ["text": .source(value)])
    }
}

extension EvidenceValue {
    static func source(_ value: JSONValue) -> EvidenceValue { .string(QuotedText.source(value)) }

    static func capped(_ text: String) -> EvidenceValue { .string(QuotedText.capped(text)) }
}

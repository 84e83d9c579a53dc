import Findings

/// The findings about one file, up to a maximum number for each code.
struct FindingReport {
    let location: FindingLocation
    private let limit: Int
    private var collected: [(offset: Int, order: Int, finding: Finding)] = []
    private var counts: [FindingCode: Int] = [:]
    private var lastOfCode: [FindingCode: Int] = [:]
    private var broken: Set<Int> = []
    private(set) var offers: [Offer] = []

    /// A remedy for a finding, which is tried before it is offered.
    struct Offer {
        let remedy: Remedy
        /// Whether the remedy is an alternative to another remedy for the finding.
        let isAlternative: Bool
        fileprivate let finding: Int
    }

    init(location: FindingLocation, limit: Int) {
        self.location = location
        self.limit = limit
    }

    /// The texts of a finding about one position, created only if the report keeps the finding.
    struct Text {
        var severity: Severity?
        var message: String
        var impact: String?
        /// The advice if there is no remedy to try, or if none is accepted.
        var remedy: String?
        /// The remedy to try; it is offered if it is harmless.
        var offer: Remedy?
        /// The alternative to ``offer``, which is tried separately.
        var alternative: Remedy?
        var evidence: Evidence = [:]
    }

    mutating func add(findingsOf file: CheckedFile) {
        for check in ContentChecks.all { check.check(file, into: &self) }
    }

    /// Adds a finding about a problem with a rule of `list`, with a severity that depends on the intended links.
    ///
    /// If other rules already have the intended outcome for these links, the finding is only information.
    mutating func add(
        _ code: FindingCode, at value: JSONValue, of list: CheckedRules, _ budget: FileBudget,
        intention makeIntention: () -> CheckedRules.Intention, text makeText: () -> Text
    ) {
        add(code, at: value, of: list) {
            var text = makeText()
            // A value inherited from `defaults` also affects other lists.
            let isInList = list.source.range.contains(value.range.lowerBound)
            let intention = makeIntention()
            guard isInList, list.hasSameDecisions(as: intention, budget) else { return text }
            text.severity = .info
            text.impact = "None: other rules have the same outcome for every link that this rule was meant for."
            text.alternative = nil
            text.offer = list.element(around: value).map { element in
                var mayLose: [RuleLanguage?] = []
                // The links that a wrong rule matches by chance may be lost.
                if case .rule = intention {
                    mayLose = list.rules.filter { $0.rule.source.index == element.index }.map(\.language)
                }
                return Remedy(
                    "Remove the rule; other rules cover the links that it was meant for.", .remove(element.index),
                    mayLose: mayLose)
            }
            text.remedy = "No action is needed."
            return text
        }
    }

    mutating func add(_ code: FindingCode, at value: JSONValue, _ makeText: () -> Text) {
        add(code, position: value.position, pointer: { value.shownPointer }, makeText)
    }

    /// Adds a finding about a rule of `list`, at most a warning if only iOS 12 and earlier read the rule.
    mutating func add(_ code: FindingCode, at value: JSONValue, of list: CheckedRules, _ makeText: () -> Text) {
        add(code, at: value) {
            var text = makeText()
            let severity = text.severity ?? Catalogue[code].severity
            guard list.isForOldSystemsOnly, severity > .info else { return text }
            text.severity = .warning
            text.impact = "Only iOS 12 and earlier read these paths. " + (text.impact ?? Catalogue[code].impact)
            return text
        }
    }

    mutating func add(_ code: FindingCode, position: JSONPosition?, pointer: () -> String?, _ makeText: () -> Text) {
        counts[code, default: 0] += 1
        guard counts[code, default: 0] <= limit else { return }
        let text = makeText()
        lastOfCode[code] = collected.count
        for case (let remedy?, let isAlternative) in [(text.offer, false), (text.alternative, true)] {
            offers.append(Offer(remedy: remedy, isAlternative: isAlternative, finding: collected.count))
        }
        let finding = Finding(
            code, severity: text.severity, location: location, message: text.message, impact: text.impact,
            remedy: text.remedy, evidence: text.evidence, pointer: pointer(), line: position?.line,
            column: position?.column)
        collected.append((position?.offset ?? -1, collected.count, finding))
    }

    /// Uses the remedies at the `accepted` indices of ``offers``, and those without edits, as advice in findings.
    mutating func offer(_ accepted: Set<Int>) {
        var texts: [Int: [String]] = [:]
        for (index, offer) in offers.enumerated() where accepted.contains(index) || offer.remedy.edits.isEmpty {
            texts[offer.finding, default: []].append(offer.remedy.text)
        }
        for (finding, texts) in texts { collected[finding].finding.remedy = texts.joined(separator: " ") }
    }

    /// Returns the number of findings of a severity.
    ///
    /// Findings that are not kept count with the default severity of their code.
    func count(of severity: Severity) -> Int {
        let more = counts.filter { $0.value > limit && Catalogue[$0.key].severity == severity }
        return collected.count { $0.finding.severity == severity } + more.reduce(0) { $0 + $1.value - limit }
    }

    /// Marks `value` as wrong, so that later checks do not report the consequences.
    mutating func markBroken(_ value: JSONValue) { broken.insert(value.index) }

    func isBroken(_ value: JSONValue) -> Bool { broken.contains(value.index) }

    /// The findings in file order; the last finding of each code contains the number of omitted findings.
    var findings: [Finding] {
        var all = collected
        for (code, count) in counts where count > limit {
            guard let last = lastOfCode[code] else { continue }
            all[last].finding.message += " There are \(count - limit) more findings of this kind in the file."
            all[last].finding.evidence["more"] = .integer(count - limit)
        }
        return all.sorted { ($0.offset, $0.order) < ($1.offset, $1.order) }.map(\.finding)
    }
}

extension FindingReport.Text {
    /// Returns the text about a value of the wrong kind; `subject` is the beginning of the message.
    static func ignored(
        _ subject: String, _ value: JSONValue, expected: String, severity: Severity? = nil, impact: String? = nil,
        remedy: String? = nil, offer: Remedy? = nil
    ) -> FindingReport.Text {
        FindingReport.Text(
            severity: severity, message: "\(subject) is \(value.kind.described), not \(expected); it is ignored.",
            impact: impact, remedy: remedy, offer: offer, evidence: ["text": .string(QuotedText.source(value))])
    }
}

import Findings

/// Collects the findings about one file, and keeps their number bounded.
struct FindingReport {
    /// Where the file was found.
    let location: FindingLocation
    private let limit: Int
    private var collected: [(offset: Int, order: Int, finding: Finding)] = []
    private var counts: [FindingCode: Int] = [:]
    private var lastOfCode: [FindingCode: Int] = [:]
    private var broken: Set<Int> = []

    /// Creates an empty report that keeps at most `limit` findings of each code.
    init(location: FindingLocation, limit: Int) {
        self.location = location
        self.limit = limit
    }

    /// What a check says about one position; it is only worked out when there is room for it.
    struct Text {
        var severity: Severity?
        var message: String
        var impact: String?
        var remedy: String?
        var evidence: Evidence = [:]
    }

    /// Adds a finding about what is wrong with a rule of `list`, and weighs it by what the rule was meant to match.
    ///
    /// Where other rules decide the same anyway, nothing is lost, and the finding says so.
    /// - Parameters:
    ///   - code: the code of the finding.
    ///   - value: the value that is wrong.
    ///   - list: the list.
    ///   - budget: the budget of the file.
    ///   - meant: what was meant.
    ///   - text: the text where something is lost.
    mutating func add(
        _ code: FindingCode, at value: JSONValue, of list: CheckedRules, _ budget: FileBudget,
        meant: () -> CheckedRules.Meant, _ text: () -> Text
    ) {
        add(code, at: value, of: list) {
            var text = text()
            // What is inherited from `defaults` concerns other lists, too.
            let isOwn = list.source.range.contains(value.range.lowerBound)
            guard isOwn, list.decidesTheSame(as: meant(), budget) else { return text }
            text.severity = .info
            text.impact = "None: other rules decide the same about every link that this rule was meant for."
            text.remedy = "Remove the rule; nothing that it was meant for depends on it."
            return text
        }
    }

    /// Adds a finding about `value`.
    mutating func add(_ code: FindingCode, at value: JSONValue, _ text: () -> Text) {
        add(code, position: value.position, pointer: { value.shownPointer }, text)
    }

    /// Adds a finding about a rule of `list`; what only iOS 12 and earlier read is at most a warning.
    mutating func add(_ code: FindingCode, at value: JSONValue, of list: CheckedRules, _ text: () -> Text) {
        add(code, at: value) {
            var text = text()
            let severity = text.severity ?? Catalogue[code].severity
            guard list.isForOldSystemsOnly, severity > .info else { return text }
            text.severity = .warning
            text.impact = "Only iOS 12 and earlier read these paths. " + (text.impact ?? Catalogue[code].impact)
            return text
        }
    }

    /// Adds a finding about a position that is not a value.
    mutating func add(_ code: FindingCode, position: JSONPosition?, pointer: () -> String?, _ text: () -> Text) {
        counts[code, default: 0] += 1
        guard counts[code, default: 0] <= limit else { return }
        let text = text()
        lastOfCode[code] = collected.count
        collected.append(
            (
                position?.offset ?? -1, collected.count,
                Finding(
                    code, severity: text.severity, location: location, message: text.message, impact: text.impact,
                    remedy: text.remedy, evidence: text.evidence, pointer: pointer(), line: position?.line,
                    column: position?.column)
            ))
    }

    /// Notes that something is wrong with `value` itself, so that other checks do not report what follows from it.
    mutating func markBroken(_ value: JSONValue) { broken.insert(value.index) }

    /// Whether ``markBroken(_:)`` was called for `value`.
    func isBroken(_ value: JSONValue) -> Bool { broken.contains(value.index) }

    /// The findings in the order of the file; the last of a code says how many more of it there are.
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

import Basics
import Findings

/// `app-id-duplicate`: the same app in two entries of `details`, of which probably only the first takes effect.
/// Documented as details.same-app-twice
struct AppIDDuplicateCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var firstOfApp: [AppIdentifier: (detailIndex: Int, source: JSONValue)] = [:]
        for (index, detail) in (file.content.appLinks?.details ?? []).enumerated() {
            for app in detail.apps {
                guard let first = firstOfApp[app.identifier] else {
                    firstOfApp[app.identifier] = (index, app.source)
                    continue
                }
                guard first.detailIndex != index else { continue }
                report.add(.appIDDuplicate, at: app.source) {
                    let name = QuotedText.json(app.identifier.text)
                    let earlierEntry = "the entry at line \(first.source.position.line)"
                    let isRedundant =
                        file.isDecidable
                        && isCovered(file.details[index], by: file.details[first.detailIndex], file.budget)
                    return .init(
                        severity: isRedundant ? .info : nil,
                        message:
                            "\(name) is already listed in \(earlierEntry). \(Phrase.sentence(AppDetail.clauseAboutSecondEntry))",
                        impact: isRedundant ? "None: \(earlierEntry) opens every link that this one does." : nil,
                        fix: isRedundant
                            ? removalFix(app, in: detail)
                            : mergeFix(detail, into: file.content.appLinks?.details[first.detailIndex], earlierEntry),
                        evidence: [
                            "appID": .capped(app.identifier.text),
                            "firstLine": .integer(first.source.position.line),
                            "firstPointer": .string(first.source.pointer.description),
                        ])
                }
            }
        }
    }

    private func isCovered(_ detail: CheckedDetail, by earlier: CheckedDetail, _ budget: FileBudget) -> Bool {
        budget.work.withShare(of: WorkBudget.stepsForList) {
            RuleListComparison.loss(from: detail.languages, to: earlier.languages, budget: &$0) == .noLink
        }
    }

    private func removalFix(_ app: ListedApp, in detail: AppDetail) -> Fix {
        let isAlone = detail.apps.count == 1
        return Fix(
            isAlone ? "Remove this entry." : "Remove \(QuotedText.json(app.identifier.text)) from this entry.",
            [.remove(isAlone ? detail.keySource?.index ?? detail.source.index : app.source.index)])
    }

    /// Returns the fix that appends the rules of an entry to an earlier entry; a fix without edits if either lists
    /// several apps; `nil` if the formats of the rules differ.
    private func mergeFix(_ detail: AppDetail, into earlier: AppDetail?, _ earlierEntry: String) -> Fix? {
        let advice = "Move the rules of this entry into \(earlierEntry), in the order in which they should be tried."
        guard detail.apps.count == 1, let earlier, earlier.apps.count == 1 else { return Fix(advice) }
        let pairs = [(detail.componentsSource, earlier.componentsSource), (detail.pathsSource, earlier.pathsSource)]
        var edits: [FileEdit] = []
        for case (let source?, let target) in pairs {
            guard let target, target.kind == .array else { return nil }
            edits += source.elements?.map { .append($0.text, to: target.index) } ?? []
        }
        return Fix(advice, edits + [.remove(detail.source.index)])
    }
}

/// `app-id-similar`: two app identifiers in different services that differ by a typing error.
///
/// Only identifiers that occur in a single service are compared, because apps that really have similar identifiers
/// usually occur in the same services. App Clips have separate identifiers.
/// Documented as app-ids.exact
struct AppIDSimilarCheck: ContentCheck {
    private static let maxListings = 200

    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let services = file.content.services.filter { $0 != .appclips }
        let listings = services.flatMap { service in
            file.content.apps(of: service).map { (service: service, app: $0) }
        }
        guard services.count > 1, listings.count <= Self.maxListings else { return }
        var servicesOfApp: [AppIdentifier: Set<AssociationService>] = [:]
        for listing in listings { servicesOfApp[listing.app.identifier, default: []].insert(listing.service) }
        let candidates = listings.filter { servicesOfApp[$0.app.identifier]?.count == 1 }
        var reported: Set<AppIdentifier> = []
        for (index, later) in candidates.enumerated() where later.app.identifier.isPossible {
            let similar = candidates[..<index].first { earlier in
                earlier.service != later.service && Self.areSimilar(earlier.app.identifier, later.app.identifier)
            }
            guard let similar, reported.insert(later.app.identifier).inserted else { continue }
            report.add(.appIDSimilar, at: later.app.source) {
                let name = later.app.identifier.text
                let otherName = similar.app.identifier.text
                let line = similar.app.source.position.line
                return .init(
                    message: """
                        \(later.service.rawValue) lists \(QuotedText.json(name)), and \
                        \(similar.service.rawValue) lists \(QuotedText.json(otherName)) (line \(line)): probably \
                        the same app, one of them misspelled.
                        """,
                    evidence: ["appID": .capped(name), "other": .capped(otherName), "otherLine": .integer(line)])
            }
        }
    }

    /// Whether two identifiers differ by a typing error: by letter case, by a repeated label, or by one letter in a
    /// longer label.
    ///
    /// Identifiers that differ by an additional digit or by another ending usually belong to different apps.
    static func areSimilar(_ first: AppIdentifier, _ second: AppIdentifier) -> Bool {
        guard first != second else { return false }
        if first.text.lowercased() == second.text.lowercased() { return true }
        let labels = [first, second].map {
            $0.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        }
        if withoutRepeats(labels[0]) == withoutRepeats(labels[1]) { return true }
        guard labels[0].count == labels[1].count else { return false }
        let pairs = zip(labels[0], labels[1]).filter { $0 != $1 }
        guard pairs.count == 1, let (one, other) = pairs.first else { return false }
        return isTypingError(one, other)
    }

    private static func withoutRepeats(_ labels: [String]) -> [String] {
        labels.reduce(into: []) { kept, label in if kept.last != label { kept.append(label) } }
    }

    private static func isTypingError(_ one: String, _ other: String) -> Bool {
        guard min(one.utf8.count, other.utf8.count) >= 5, Spelling.distance(one, other, cutoff: 1) == 1,
            !one.hasPrefix(other), !other.hasPrefix(one)
        else { return false }
        // "app1" and "app2" are two apps; a Team ID with a different digit is a typing error.
        let digits = { (text: String) in text.utf8.filter(\.isASCIIDigit) }
        let areTeamIDs = one.utf8.count == 10 && other.utf8.count == 10 && one == one.uppercased()
        return areTeamIDs || digits(one) == digits(other)
    }
}

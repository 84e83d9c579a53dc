import AppSiteAssociation
import Audit
import Basics
import Findings

/// The result for all systems and apps in as few rows as possible: systems and apps with the same result are combined.
struct VerdictTable {
    struct Row: Hashable {
        var systems: Set<AppleSystem>
        var outcome: Verdict.Outcome
        var because: [FindingCode]
    }

    struct Group {
        /// The names of the apps, expected apps first; empty if there is only one.
        var apps: [String] = []
        /// The number of expected apps, which are the first of ``apps``.
        var expectedCount = 0
        var rows: [Row]

        var title: String? {
            guard !apps.isEmpty else { return nil }
            if expectedCount == apps.count { return Phrase.list(apps, limit: VerdictTable.maxNames) + " (expected)" }
            let names = apps.enumerated().map { $0 < expectedCount ? "\($1) (expected)" : $1 }
            return Phrase.list(names, limit: VerdictTable.maxNames)
        }
    }

    static let maxNames = 3

    let groups: [Group]
    /// A note if the result for iOS 14 and later does not come from Apple's copy, which these systems use.
    let note: String?

    init(_ report: DomainReport) {
        note =
            (report.cdn?.state ?? .unchecked) == .unchecked
            ? "The results assume that Apple's CDN received the same response last time." : nil
        let apps = report.verdicts.first?.apps ?? []
        let names = AppNames(apps.map(\.appID))
        var groups: [Group] = []
        if apps.isEmpty, !report.verdicts.isEmpty {
            let rows = report.verdicts.map { Row(systems: [$0.system], outcome: $0.outcome, because: $0.because) }
            groups = [Group(rows: Self.combined(rows))]
        }
        for (index, app) in apps.enumerated() {
            let rows = Self.combined(
                report.verdicts.filter { index < $0.apps.count }.map { verdict in
                    let app = verdict.apps[index]
                    return Row(systems: [verdict.system], outcome: app.outcome, because: app.because)
                })
            let group = groups.firstIndex { $0.rows == rows } ?? groups.count
            if group == groups.count { groups.append(Group(rows: rows)) }
            groups[group].apps.append(names[app.appID] + Self.copyRemark(app, report))
            if app.isExpected { groups[group].expectedCount += 1 }
        }
        self.groups = groups
    }

    private static func copyRemark(_ app: Verdict.App, _ report: DomainReport) -> String {
        guard let file = report.file, report.cdn?.state == .outOfSync, !app.isExpected,
            !file.apps.contains(where: { $0.appID == app.appID })
        else { return "" }
        return " (only in Apple's earlier copy)"
    }

    private static func combined(_ rows: [Row]) -> [Row] {
        var combined: [Row] = []
        for row in rows {
            if let equal = combined.firstIndex(where: { $0.outcome == row.outcome && $0.because == row.because }) {
                combined[equal].systems.formUnion(row.systems)
            } else {
                combined.append(row)
            }
        }
        return combined
    }
}

/// The names of apps for human readers: bundle identifiers, or full identifiers if bundle identifiers are ambiguous.
struct AppNames {
    private static let maxLength = 80

    private let counts: [String: Int]

    init(_ appIDs: [String]) {
        counts = appIDs.reduce(into: [:]) { $0[Self.bundle($1), default: 0] += 1 }
    }

    subscript(appID: String) -> String {
        let bundle = Self.bundle(appID)
        let name = counts[bundle, default: 0] > 1 ? appID : bundle
        return name.count > Self.maxLength ? name.prefix(Self.maxLength - 1) + "…" : name
    }

    private static func bundle(_ appID: String) -> String {
        let identifier = AppIdentifier(appID)
        return identifier.problems.isEmpty ? identifier.bundleIdentifier ?? appID : appID
    }
}

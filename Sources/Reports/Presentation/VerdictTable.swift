import AppSiteAssociation
import Audit
import Basics
import Findings

/// The result for all systems and apps in as few rows as possible: systems and apps with the same result are combined.
struct VerdictTable {
    /// The systems with the same outcome for the same reasons.
    struct Row: Hashable {
        var systems: Set<AppleSystem>
        var outcome: Verdict.Outcome
        var because: [FindingCode]
    }

    /// The apps with the same rows.
    struct Group {
        /// The names of the apps, expected apps first; empty if there is only one.
        var apps: [String]
        /// The number of expected apps, which are the first of ``apps``.
        var expectedCount: Int
        var rows: [Row]
    }

    /// The maximum number of apps of a group that are named.
    static let maxNames = 3

    let groups: [Group]
    /// A note on the source of the result for iOS 14 and later; `nil` if the source is Apple's copy, which these
    /// systems use.
    let note: String?

    init(_ report: DomainReport) {
        note =
            (report.cdn?.state ?? .unchecked) == .unchecked
            ? "Apple's copy of the file, which iOS 14 and later use, was not checked; add --cdn." : nil
        guard let first = report.verdicts.first, !first.apps.isEmpty else {
            let rows = Self.combined(
                report.verdicts.map { Row(systems: [$0.system], outcome: $0.outcome, because: $0.because) })
            groups = rows.isEmpty ? [] : [Group(apps: [], expectedCount: 0, rows: rows)]
            return
        }
        let names = AppNames(first.apps.map(\.appID))
        var groups: [Group] = []
        for (index, app) in first.apps.enumerated() {
            let rows = Self.combined(
                report.verdicts.filter { index < $0.apps.count }.map { verdict in
                    let app = verdict.apps[index]
                    return Row(systems: [verdict.system], outcome: app.outcome, because: app.because)
                })
            let known = groups.firstIndex { $0.rows == rows } ?? groups.count
            if known == groups.count { groups.append(Group(apps: [], expectedCount: 0, rows: rows)) }
            groups[known].apps.append(names[app.appID] + Self.locationText(app, report))
            if app.isExpected { groups[known].expectedCount += 1 }
        }
        self.groups = groups
    }

    /// Returns which of two different files lists an app.
    private static func locationText(_ app: Verdict.App, _ report: DomainReport) -> String {
        guard let file = report.file, let copy = report.cdn, copy.state == .outOfSync, !app.isExpected else {
            return ""
        }
        return file.apps.contains { $0.appID == app.appID }
            ? "" : " (only in Apple's earlier copy)"
    }

    /// Combines rows that differ only in their systems.
    private static func combined(_ rows: [Row]) -> [Row] {
        var combined: [Row] = []
        for row in rows {
            if let known = combined.firstIndex(where: { $0.outcome == row.outcome && $0.because == row.because }) {
                combined[known].systems.formUnion(row.systems)
            } else {
                combined.append(row)
            }
        }
        return combined
    }
}

extension VerdictTable.Group {
    /// The apps in words; `nil` if there is only one.
    var title: String? {
        guard !apps.isEmpty else { return nil }
        if expectedCount == apps.count { return Phrase.list(apps, limit: VerdictTable.maxNames) + " (expected)" }
        let names = apps.enumerated().map { $0 < expectedCount ? "\($1) (expected)" : $1 }
        return Phrase.list(names, limit: VerdictTable.maxNames)
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

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
            ? "Only the server was checked. iOS 14 and later use Apple's copy of the file, which --cdn checks." : nil
        guard let first = report.verdicts.first, !first.apps.isEmpty else {
            let rows = Self.rows(report.verdicts.map { ($0.system, $0.outcome, $0.because) })
            groups = rows.isEmpty ? [] : [Group(apps: [], expectedCount: 0, rows: rows)]
            return
        }
        let names = AppNames(first.apps.map(\.appID))
        var groups: [Group] = []
        for (index, app) in first.apps.enumerated() {
            let rows = Self.rows(
                report.verdicts.compactMap { verdict in
                    guard index < verdict.apps.count else { return nil }
                    return (verdict.system, verdict.apps[index].outcome, verdict.apps[index].because)
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
            ? "" : " (named by Apple's earlier copy, not by the server's file)"
    }

    private static func rows(_ cells: [(AppleSystem, Verdict.Outcome, [FindingCode])]) -> [Row] {
        var rows: [Row] = []
        for (system, outcome, because) in cells {
            if let known = rows.firstIndex(where: { $0.outcome == outcome && $0.because == because }) {
                rows[known].systems.insert(system)
            } else {
                rows.append(Row(systems: [system], outcome: outcome, because: because))
            }
        }
        return rows
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

extension AppleSystem {
    /// The sentence about Apple's other systems, which every report that names versions of iOS contains once.
    static let note = "iPadOS counts as iOS, macOS 10.15 as iOS 13, macOS 11 and later as iOS 14."

    /// Returns several generations in words, to follow “on”.
    static func phrase(_ systems: Set<AppleSystem>) -> String {
        if systems.count == allCases.count { return "every Apple system" }
        var parts: [String] = []
        switch (systems.contains(.iOS9To12), systems.contains(.iOS13), systems.contains(.iOS14)) {
        case (true, true, true): parts = ["iOS 9.3 and later"]
        case (true, true, false): parts = ["iOS 9.3 to 13"]
        case (true, false, true): parts = ["iOS 9.3 to 12", "iOS 14 and later"]
        case (true, false, false): parts = ["iOS 9.3 to 12"]
        case (false, true, true): parts = ["iOS 13 and later"]
        case (false, true, false): parts = ["iOS 13"]
        case (false, false, true): parts = ["iOS 14 and later"]
        case (false, false, false): break
        }
        if systems.contains(.iOS14DeveloperMode), !systems.contains(.iOS14) { parts.append("developer mode") }
        return Phrase.list(parts)
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
        guard identifier.problems.isEmpty, let bundle = identifier.bundleIdentifier else { return appID }
        return bundle
    }
}

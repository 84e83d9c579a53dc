import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

/// The message for human readers: a heading, and a line for each item.
struct NoticeText {
    enum Reader {
        case slack
        case plain
    }

    static let maxLines = 20
    /// The maximum length of a foreign text, in Unicode scalars.
    private static let maxTextLength = 400

    let heading: String
    /// The lines after the heading: the items with bullets, the number of further items, notes on domains that are
    /// still broken or not compared, accepted findings, and the URL of the full report.
    private(set) var body: [String] = []

    private let reader: Reader

    init(_ notice: NoticeContent, startedAt: Date, reportURL: String?, for reader: Reader) {
        self.reader = reader
        heading = Self.heading(notice, startedAt)
        var lines: [String] = []
        if let interruption = notice.ending.interruption {
            lines.append("\(interruption): domains not in this message may not have been checked")
        }
        // New and returned findings are listed individually below.
        for warning in notice.ending.warnings where warning.code != .regressions {
            lines.append(shown(warning.message))
        }
        let runLines = lines.count
        for change in notice.new.items.prefix(Self.maxLines) {
            let severity = change.severity.rawValue
            let word = notice.changes == nil ? severity : "\(change.kind.rawValue) \(severity)"
            let before = change.before.map { " \(shown($0))" } ?? ""
            let name = named(change.domain, change.people)
            lines.append("\(word): \(name): \(change.code.rawValue): \(shown(change.message))\(before)")
        }
        for item in notice.unreachable.items.prefix(Self.maxLines) {
            let runs = item.runs == 1 ? "" : " in the last \(item.runs) runs"
            lines.append(
                "not reachable\(runs): \(named(item.domain, item.people))" + (item.cause.map { " (\($0))" } ?? ""))
        }
        lines += notice.recovered.items.map { "reachable again: \(named($0.domain, $0.people))" }
        lines += notice.fixed.items.map { "resolved: \(named($0.domain, $0.people)): \($0.code.rawValue)" }
        for move in notice.movedIn.items.prefix(Self.maxLines) {
            let team = move.previousTeam.map { " from team \(shown($0))" } ?? ""
            lines.append("moved in\(team): \(named(move.domain, move.people))")
        }
        for move in notice.movedOut.items.prefix(Self.maxLines) {
            let team = move.people?.team.map { " to team \(shown($0))" } ?? ""
            lines.append("moved out\(team): \(named(move.domain, move.people))")
        }
        lines = Array(lines.prefix(Self.maxLines + runLines))
        let items =
            notice.new.count + notice.unreachable.count + notice.recovered.count + notice.fixed.count + notice.moveCount
        let more = items - (lines.count - runLines)
        body = lines.map { "• " + $0 } + (more > 0 ? ["and \(more) more"] : []) + remarks(on: notice)
        if let reportURL { body.append("Full report: \(shown(reportURL))") }
    }

    var text: String { ([heading] + body).joined(separator: "\n") }

    private static let maxNames = 10

    private func remarks(on notice: NoticeContent) -> [String] {
        var remarks: [String] = []
        if let rules = notice.changes?.rules?.sentence { remarks.append(shown(rules)) }
        for list in notice.changes?.lists ?? [] where [.still, .notCompared, .added, .removed].contains(list.kind) {
            let names = list.names.text(limit: Self.maxNames) { shown($0) }
            let count = list.kind == .still ? ", \(Phrase.count(list.names.count, "domain"))" : ""
            remarks.append("\(Phrase.lowered(list.kind.title))\(count): \(names)")
        }
        return remarks + notice.accepted.sentences(limit: Self.maxNames) { shown($0) }
    }

    private static func heading(_ notice: NoticeContent, _ startedAt: Date) -> String {
        var parts = notice.ending.isInDoubt ? ["the run is in doubt"] : []
        if !notice.ending.complete { parts.append("not complete") }
        let new = notice.new.count
        // `new` includes returned findings, whose number is unknown without a comparison.
        let returned = min(new, notice.changes?.returned ?? 0)
        if new > returned {
            parts.append(
                notice.changes == nil ? Phrase.count(new, "error") : Phrase.count(new - returned, "new finding"))
        }
        if returned > 0 { parts.append(Phrase.count(returned, "returned finding")) }
        if notice.fixed.count > 0 { parts.append("\(Phrase.number(notice.fixed.count)) resolved") }
        if notice.unreachable.count > 0 {
            let count = Phrase.count(notice.unreachable.count, "domain")
            parts.append("\(notice.hasMoreUnreachable ? "over " : "")\(count) not reachable")
        }
        let recovered = notice.recovered.count
        if recovered > 0 { parts.append("\(Phrase.count(recovered, "domain")) reachable again") }
        for (moves, direction) in [(notice.movedIn, "in"), (notice.movedOut, "out")] {
            if moves.count > 0 { parts.append("\(Phrase.count(moves.count, "domain")) moved \(direction)") }
        }
        let warnings = notice.ending.warnings.count { $0.code != .regressions }
        if parts.isEmpty, warnings > 0 { parts.append("\(Phrase.count(warnings, "warning")) about the run") }
        if parts.isEmpty {
            let nothing = notice.changes == nil ? "nothing wrong" : "no finding changed"
            parts.append(notice.changes?.emptyText ?? nothing)
        }
        let summary = notice.summary
        let end = summary.targets == 0 ? "" : ": \(summary.statesText)"
        // A message may be delivered long after its run.
        let time = UTCTime(startedAt).map { " Run of \($0.minuteText)." } ?? ""
        let team = notice.team.map { " for team \(VisibleText.escape($0))" } ?? ""
        return
            "aasa-audit\(team): \(parts.joined(separator: ", ")). \(Phrase.count(summary.targets, "domain"))\(end).\(time)"
    }

    private func named(_ domain: String, _ people: DomainPeople?) -> String {
        shown(domain) + (people?.text.map { " [\(shown($0, keepsAddresses: true))]" } ?? "")
    }

    /// Returns foreign text truncated, escaped, and without characters that the reader interprets.
    private func shown(_ text: String, keepsAddresses: Bool = false) -> String {
        let start = String(text.unicodeScalars.prefix(Self.maxTextLength + 1))
        let safe =
            switch reader {
            case .slack: ChatText.escape(start, keepsAddresses: keepsAddresses)
            case .plain: VisibleText.escape(start)
            }
        return safe.cut(to: Self.maxTextLength)
    }
}

/// Foreign text escaped for chats that accept Slack messages.
///
/// Each chat interprets different characters: Slack and Google Chat `<…>`, Mattermost and Rocket.Chat `@all` and
/// Markdown. They have no common escape syntax, so these characters are replaced by others that look the same.
enum ChatText {
    /// Returns `text` without mentions, markup, and links whose text differs from their URL.
    ///
    /// No chat interprets an `@` between letters in an address as a mention; `keepsAddresses` is for text that no
    /// server sent.
    static func escape(_ text: String, keepsAddresses: Bool = false) -> String {
        VisibleText.escape(text).escaped { before, scalar, after in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "@" where !keepsAddresses || !isInWord(before, after): "＠"
            case "#": "＃"
            case "*": "∗"
            case "~": "∼"
            case "`": "ˋ"
            case "_" where !isInWord(before, after): "ˍ"
            case "(" where before == "]": " ("
            default: nil
            }
        }
    }

    /// Returns whether a character between two others is inside a word, where an underscore does not emphasize text.
    private static func isInWord(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        [before, after].allSatisfy { $0?.properties.isAlphabetic == true || $0?.properties.numericType != nil }
    }
}

import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

struct NoticeText {
    private static let maxItems = 20
    private static let maxNames = 10
    /// The maximum length of an untrusted text, in Unicode scalars.
    private static let maxTextLength = 400

    let heading: String
    /// The lines after the heading: items with bullets, remarks, and the URL of the full report.
    private(set) var body: [String] = []

    /// Whether the text is for chats that interpret markup, rather than for text runs of a card.
    private let isForChat: Bool

    init(_ content: NoticeContent, startedAt: Date, reportURL: String?, isForChat: Bool) {
        self.isForChat = isForChat
        heading = Self.heading(content, startedAt)
        // New and returned findings are listed individually below.
        let notices = content.ending.notices.filter { $0.code != RunWarning.Code.regressions.rawValue }
        var items = content.new.items.map { change in
            let severity = change.severity.rawValue
            let kind = content.changes == nil ? severity : "\(change.kind.rawValue) \(severity)"
            let earlier = change.before.map { " \(shown($0))" } ?? ""
            let name = named(change.domain, change.people)
            return "\(kind): \(name): \(change.code.rawValue): \(shown(change.message))\(earlier)"
        }
        items += content.unreachable.items.map { item in
            let runs = item.runs == 1 ? "" : " in the last \(Phrase.number(item.runs)) runs"
            return "not reachable\(runs): \(named(item.domain, item.people))" + (item.cause.map { " (\($0))" } ?? "")
        }
        items += content.recovered.items.map { "reachable again: \(named($0.domain, $0.people))" }
        items += content.fixed.items.map { "resolved: \(named($0.domain, $0.people)): \($0.code.rawValue)" }
        items += content.movedIn.items.map { move in
            let team = move.previousTeam.map { " from team \(shown($0))" } ?? ""
            return "moved in\(team): \(named(move.domain, move.people))"
        }
        items += content.movedOut.items.map { move in
            let team = move.people?.team.map { " to team \(shown($0))" } ?? ""
            return "moved out\(team): \(named(move.domain, move.people))"
        }
        let listed = items.prefix(Self.maxItems)
        let total =
            content.new.count + content.unreachable.count + content.recovered.count + content.fixed.count
            + content.moveCount
        let omitted = total - listed.count
        let bullets = (notices.map { shown($0.message) } + listed).map { "• " + $0 }
        body = bullets + (omitted > 0 ? ["and \(Phrase.number(omitted)) more"] : []) + remarks(on: content)
        if let reportURL { body.append("Full report: \(shown(reportURL))") }
    }

    var text: String { ([heading] + body).joined(separator: "\n") }

    private func remarks(on content: NoticeContent) -> [String] {
        var remarks: [String] = []
        if let rules = content.changes?.rules?.sentence { remarks.append(shown(rules)) }
        for list in content.changes?.lists ?? [] where [.still, .notCompared, .added, .removed].contains(list.kind) {
            let names = list.names.text(limit: Self.maxNames) { shown($0) }
            let count = list.kind == .still ? ", \(Phrase.count(list.names.count, "domain"))" : ""
            remarks.append("\(Phrase.lowered(list.kind.title))\(count): \(names)")
        }
        return remarks + content.accepted.sentences(limit: Self.maxNames) { shown($0) }
    }

    private static func heading(_ content: NoticeContent, _ startedAt: Date) -> String {
        var parts = content.ending.isInDoubt ? ["the run is in doubt"] : []
        if !content.ending.isComplete { parts.append("not complete") }
        // `content.new` includes returned findings, whose number is unknown without a comparison.
        let returned = min(content.new.count, content.changes?.returned ?? 0)
        let new = content.new.count - returned
        func domains(_ count: Int) -> String { Phrase.count(count, "domain") }
        let over = content.hasMoreUnreachable ? "over " : ""
        let counts: [(count: Int, words: String)] = [
            (new, Phrase.count(new, content.changes == nil ? "error" : "new finding")),
            (returned, Phrase.count(returned, "returned finding")),
            (content.fixed.count, Phrase.count(content.fixed.count, "resolved finding")),
            (content.unreachable.count, "\(over)\(domains(content.unreachable.count)) not reachable"),
            (content.recovered.count, "\(domains(content.recovered.count)) reachable again"),
            (content.movedIn.count, "\(domains(content.movedIn.count)) moved in"),
            (content.movedOut.count, "\(domains(content.movedOut.count)) moved out"),
        ]
        parts += counts.filter { $0.count > 0 }.map(\.words)
        let warnings = content.ending.warnings.count { $0.code != .regressions }
        if parts.isEmpty, warnings > 0 { parts.append("\(Phrase.count(warnings, "warning")) about the run") }
        if parts.isEmpty {
            let nothing = content.changes == nil ? "nothing wrong" : "no finding changed"
            parts.append(content.changes?.emptyText ?? nothing)
        }
        let summary = content.summary
        let end = summary.targets == 0 ? "" : ": \(summary.statusText)"
        // A message may be delivered long after its run.
        let time = " Run of \(startedAt.minuteText)."
        let team = content.team.map { " for team \(VisibleText.escape($0))" } ?? ""
        return "aasa-audit\(team): \(parts.joined(separator: ", ")). \(domains(summary.targets))\(end).\(time)"
    }

    private func named(_ domain: String, _ people: DomainPeople?) -> String {
        shown(domain) + (people?.text.map { " [\(shown($0, keepsAddresses: true))]" } ?? "")
    }

    private func shown(_ text: String, keepsAddresses: Bool = false) -> String {
        let start = String(text.unicodeScalars.prefix(Self.maxTextLength + 1))
        let safe = isForChat ? ChatText.escape(start, keepsAddresses: keepsAddresses) : VisibleText.escape(start)
        return safe.cut(to: Self.maxTextLength)
    }
}

/// Untrusted text escaped for chats that accept Slack messages.
///
/// Each chat interprets different characters: Slack and Google Chat `<…>`, Mattermost and Rocket.Chat `@all` and
/// Markdown. Chats have no common escape syntax, so these characters are replaced by others that look the same.
enum ChatText {
    /// Returns `text` without mentions, markup, and links whose text differs from their URL.
    ///
    /// `keepsAddresses` keeps an `@` inside a word, as in a mail address, which no chat interprets as a mention. Text
    /// from a server must be escaped without this exception.
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

    /// Returns whether a character between `before` and `after` is inside a word.
    private static func isInWord(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        [before, after].allSatisfy { $0?.properties.isAlphabetic == true || $0?.properties.numericType != nil }
    }
}

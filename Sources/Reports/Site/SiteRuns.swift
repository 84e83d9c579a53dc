import Basics
import Records

import struct Foundation.Date

/// The pages of the runs of a site, by file name.
struct SiteRuns {
    /// The page of the run that is being written.
    let own: String
    /// All pages, the newest run first.
    let all: [String]
    /// Whether no other run started later.
    let isNewest: Bool
    /// The newest of the other runs that may determine the lists; `nil` if there is none.
    let lastListed: String?

    /// Reads the existing pages in `folder`.
    init(of run: any StoredRun, in folder: SiteFolder) {
        let own = SiteAddress.run(run.facts)
        let others = folder.pages(in: SiteAddress.runFolder).reversed().filter { $0 != SiteAddress.runs && $0 != own }
        isNewest = others.first.map { Self.time($0) <= Self.time(own) } ?? true
        lastListed = others.first { SiteStanding(title: Self.title($0, in: folder) ?? "") == .listed }
        all = ([own] + others).sorted(by: >)
        self.own = own
    }

    /// The newest run that may determine the lists, if it is later than this run.
    var laterListed: String? { lastListed.flatMap { Self.time($0) > Self.time(own) ? $0 : nil } }

    /// Throws an error if the newest run of the site, which keeps this run from changing the site, started later than
    /// `now`.
    func check(_ now: Date, in folder: SiteFolder) throws(OutputError) {
        guard let newest = all.first, let now = UTCTime(now), Self.name(newest) > now.minuteText else { return }
        throw .writing(
            path: folder.path,
            reason:
                "\(newest) is of a run that began at \(Self.name(newest)), later than now (\(now.minuteText)), so that the site "
                + "stays as that run left it. Check the clocks; where that of the run was wrong, delete the file \(newest) and write "
                + "the site again")
    }

    /// Returns the start of the run in the form of its page's name, which sorts by time.
    private static func time(_ path: String) -> Substring {
        path.split(separator: "/").last?.prefix { $0 != "~" } ?? ""
    }

    /// Returns the name of a run for human readers: its start, with seconds if several runs started in the same minute.
    static func name(_ path: String, seconds: Bool = false) -> String {
        let parts = time(path).split(separator: "T")
        guard parts.count == 2, parts[1].utf8.count == 6 else { return String(time(path)) }
        let second = seconds ? ":\(parts[1].suffix(2))" : ""
        return "\(parts[0]) \(parts[1].prefix(2)):\(parts[1].dropFirst(2).prefix(2))\(second) UTC"
    }

    /// Returns the table of `runs`, the newest first: each with its result, and with the difference in errors from the
    /// previous complete run.
    func table(_ runs: some Sequence<String>, in folder: SiteFolder) -> TemplateObject {
        let runs = runs.map { (path: $0, title: Self.title($0, in: folder) ?? "") }
        return TemplateObject { table in
            table.list("run", runs.enumerated()) { object, entry in
                let (path, title) = entry.element
                object.text("runPath", path)
                object.text("runName", Self.name(path, seconds: true))
                let state = title.firstMatch(of: /.*: (.*?) &#183; [0-9-]+(.*)/)
                object.markup("runState", state.map { "\($0.1)\($0.2)" } ?? "")
                let before = runs.dropFirst(entry.offset + 1).lazy.compactMap { Self.errors($0.title) }.first
                guard let errors = Self.errors(title), let earlier = before else { return }
                let count = Phrase.count(abs(errors - earlier), "error")
                let change = errors < earlier ? "\u{2212}\(count)" : "+\(count)"
                object.text("runChange", errors == earlier ? "no change" : change)
            }
        }
    }

    /// Returns the number of domains with errors in a complete run, from the title of its page; `nil` for other runs.
    private static func errors(_ title: String) -> Int? {
        guard !title.isEmpty, SiteStanding(title: title) == .listed else { return nil }
        let match = title.replacing("&#8239;", with: "").firstMatch(of: /: ([0-9]+) of [0-9]+ with errors/)
        return match.map { Int($0.1) ?? 0 } ?? 0
    }

    /// Returns the title of the page of a run as markup; `nil` if it has none.
    static func title(_ path: String, in folder: SiteFolder) -> String? {
        guard let head = folder.beginning(of: path, 4000) else { return nil }
        return String(decoding: head, as: UTF8.self).firstMatch(of: /<title>([^<>]*)<\/title>/).map { String($0.1) }
    }
}

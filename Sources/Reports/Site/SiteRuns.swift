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
        lastListed = others.first { Self.result($0, in: folder).errors != nil }
        all = ([own] + others).sorted(by: >)
        self.own = own
    }

    /// The newest run that may determine the lists, if that run is later than this run.
    var laterListed: String? { lastListed.flatMap { Self.time($0) > Self.time(own) ? $0 : nil } }

    /// Throws an error if the newest run of the site started later than `now`, so that this run cannot change the site.
    func check(_ now: Date, in folder: SiteFolder) throws(OutputError) {
        guard let newest = all.first, let now = UTCTime(now), Self.name(newest) > now.minuteText else { return }
        throw .writing(
            path: folder.path,
            reason:
                "\(newest) is of a run that began at \(Self.name(newest)), later than now (\(now.minuteText)); the "
                + "site was not changed. Check the clocks. If the clock of that run was wrong, delete the file "
                + "\(newest) and write the site again")
    }

    /// Returns the start of the run as in the name of its page, which sorts by time.
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

    /// Returns the table of `runs`, the newest first, with the result of each run, and the difference in errors from
    /// the previous complete run.
    func table(_ runs: some Sequence<String>, in folder: SiteFolder) -> TemplateObject {
        let runs = runs.map { (path: $0, result: Self.result($0, in: folder)) }
        return TemplateObject { table in
            table.list("run", runs.enumerated()) { object, entry in
                let (path, result) = entry.element
                object.text("runPath", path)
                object.text("runName", Self.name(path, seconds: true))
                object.markup("runState", result.words)
                let before = runs.dropFirst(entry.offset + 1).lazy.compactMap { $0.result.errors }.first
                guard let errors = result.errors, let earlier = before else { return }
                let count = Phrase.count(abs(errors - earlier), "error")
                let change = errors < earlier ? "\u{2212}\(count)" : "+\(count)"
                object.text("runChange", errors == earlier ? "no change" : change)
            }
        }
    }

    /// Returns the mark of the page of a run: the result in words, preceded by the number of domains with errors if the
    /// run may determine the lists.
    static func mark(_ standing: SiteStanding, errors: Int, _ result: String) -> String {
        "\(standing == .listed ? "\(errors)" : "-") \(result)\(standing.titleEnd)"
    }

    /// Reads the mark at the beginning of the page of a run, as markup; all text from outside comes after the mark.
    private static func result(_ path: String, in folder: SiteFolder) -> (errors: Int?, words: String) {
        let head = String(decoding: folder.beginning(of: path, 400) ?? [], as: UTF8.self)
        let mark = head.prefixMatch(of: /<!doctype html>\n<!--aasa-audit run ([0-9]+|-) ([^<>]*)-->/)
        return (mark.flatMap { Int($0.1) }, mark.map { String($0.2) } ?? "")
    }
}

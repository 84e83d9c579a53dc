import Basics
import Records

import struct Foundation.Date

/// The pages of the runs of a site, by file name.
struct SiteRuns {
    /// The path of the page of the run that is being written.
    let ownPath: String
    /// The paths of all pages, the newest run first.
    let allPaths: [String]
    /// Whether no other run started later.
    let isNewest: Bool
    /// The page of the newest reliable run, apart from the run that is being written; `nil` if there is none.
    let lastReliablePath: String?

    init(of run: any StoredRun, in folder: SiteFolder) {
        let ownPath = SiteAddress.run(run.facts)
        let others = folder.pages(in: SiteAddress.runFolder).filter { $0 != SiteAddress.runs && $0 != ownPath }
        isNewest = others.allSatisfy { Self.start(ofRunAt: $0) <= Self.start(ofRunAt: ownPath) }
        lastReliablePath = others.last { Self.result(ofRunAt: $0, in: folder).errors != nil }
        allPaths = ([ownPath] + others).sorted(by: >)
        self.ownPath = ownPath
    }

    /// The page of the newest reliable run, if that run is later than this run.
    var laterReliablePath: String? {
        lastReliablePath.flatMap { Self.start(ofRunAt: $0) > Self.start(ofRunAt: ownPath) ? $0 : nil }
    }

    /// Throws an error if another run is newer than this run, and started later than `now`: a clock is wrong.
    func checkNewestStart(now: Date, in folder: SiteFolder) throws(OutputError) {
        guard !isNewest, let newest = allPaths.first else { return }
        let start = Self.name(ofRunAt: newest)
        guard start > now.minuteText else { return }
        let reason =
            "\(newest) is of a run that began at \(start), later than now (\(now.minuteText)); the site was not "
            + "changed. Check the clocks. If the clock of that run was wrong, delete the file \(newest) and write "
            + "the site again"
        throw .writing(path: folder.path, reason: reason)
    }

    /// Returns the start of the run as in the name of its page, which sorts by time.
    private static func start(ofRunAt path: String) -> Substring {
        path.split(separator: "/").last?.prefix { $0 != "~" } ?? ""
    }

    /// Returns the start of a run for human readers, with seconds if several runs started in the same minute.
    static func name(ofRunAt path: String, showsSeconds: Bool = false) -> String {
        let start = Self.start(ofRunAt: path)
        let parts = start.split(separator: "T")
        guard parts.count == 2, parts[1].utf8.count == 6 else { return String(start) }
        let seconds = showsSeconds ? ":\(parts[1].suffix(2))" : ""
        return "\(parts[0]) \(parts[1].prefix(2)):\(parts[1].dropFirst(2).prefix(2))\(seconds) UTC"
    }

    /// Sets the results of runs, the newest first, with the difference in errors from the previous reliable run.
    func fill(_ table: inout TemplateObject, _ paths: some Sequence<String>, in folder: SiteFolder) {
        let runs = paths.map { (path: $0, result: Self.result(ofRunAt: $0, in: folder)) }
        table.list("run", runs.enumerated()) { object, entry in
            let (path, result) = entry.element
            object.set(["runPath": path, "runName": Self.name(ofRunAt: path, showsSeconds: true)])
            object.markup("runState", result.words)
            let earlierErrors = runs.dropFirst(entry.offset + 1).lazy.compactMap { $0.result.errors }.first
            guard let errors = result.errors, let earlierErrors else { return }
            let count = Phrase.count(abs(errors - earlierErrors), "error")
            let change = errors < earlierErrors ? "\u{2212}\(count)" : "+\(count)"
            object.text("runChange", errors == earlierErrors ? "no change" : change)
        }
    }

    /// Returns the mark of the page of a run, which begins with the number of domains with errors of a reliable run.
    static func mark(_ reliability: RunReliability, errors: Int, result: String) -> String {
        "\(reliability == .reliable ? "\(errors)" : "-") \(result)\(reliability.titleEnd)"
    }

    /// Reads the mark at the beginning of the page of a run, as markup; all text from outside comes after the mark.
    private static func result(ofRunAt path: String, in folder: SiteFolder) -> (errors: Int?, words: String) {
        let head = String(decoding: folder.readPage(at: path, maxBytes: 400) ?? [], as: UTF8.self)
        let mark = head.prefixMatch(of: /<!doctype html>\n<!--aasa-audit run ([0-9]+|-) ([^<>]*)-->/)
        guard let mark else { return (nil, "") }
        return (Int(mark.1), String(mark.2))
    }
}

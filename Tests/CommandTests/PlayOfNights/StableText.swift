import Foundation

/// Replaces parts of texts that vary between performances.
///
/// | varying part | replacement |
/// | --- | --- |
/// | the folder of the configuration | `FOLDER` |
/// | ports of servers | `PORT` |
/// | the number of a process | `process NUMBER` |
/// | identifiers of runs, whole or the first eight digits | `RUN-ID-1`, `RUN-ID-2`, …, in the order in which they appear |
/// | whether a response was slow | nothing |
/// | how fast a run was | `SECONDS`, `NUMBER` |
/// | progress, which only a slow run prints | nothing |
/// | files without a report's name that a killed program leaves | `.aasa-audit-REPORT-RUN` |
/// | the order in which domains end | that of the list |
/// | line breaks within a run of the history | nothing: each run is one line |
struct StableText {
    let folder: String
    /// The ports that are known so far.
    var ports: Set<UInt16> = []
    /// The first eight digits of each run.
    private var runs: [String] = []

    init(folder: String) { self.folder = folder }

    /// Returns the text with replacements for varying parts.
    mutating func text(_ text: String) -> String {
        var text = text.replacing(folder, with: "FOLDER")
            .replacing(/\bprocess \d+/, with: "process NUMBER")
            .replacing(/[^\n]+ s, [^\n]+ targets? a second[^\n]*/, with: "SECONDS s, NUMBER targets a second …")
            .replacing(/(\[[#-]+\]|\d+\/\d+)[^\n]+ in flight[^\n]*\n?/, with: "")
            .replacing(/Slowest: .*/, with: "Slowest: …")
            .replacing(/, slow-response \d+/, with: "")
            .replacing(/\.aasa-audit-[0-9a-f]+-[0-9a-f]+/, with: ".aasa-audit-REPORT-RUN")
        text = text.replacing(/\b\d+\b/) { number in
            UInt16(number.output).map { ports.contains($0) } == true ? "PORT" : String(number.output)
        }
        let identifiers = text.matches(of: /([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-|UTC  ([0-9a-f]{8})\b/)
        // The history has the newest run first.
        for run in identifiers.reversed().compactMap({ $0.output.1 ?? $0.output.2 }).map(String.init)
        where !runs.contains(run) {
            runs.append(run)
        }
        for (index, run) in runs.enumerated() {
            let name = "RUN-ID-\(index + 1)"
            for match in text.matches(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
            where match.output.0.hasPrefix(run) {
                text = text.replacing(match.output.0, with: name)
            }
            text = text.replacing(run, with: name)
        }
        return text
    }

    /// Returns the added (+) and removed (-) lines, in order.
    static func difference(_ before: String, _ after: String) -> String {
        let (old, new) = (before.split(separator: "\n"), after.split(separator: "\n"))
        let difference = new.difference(from: old)
        let lines = difference.map { change -> (place: Int, line: String) in
            switch change {
            case .remove(let offset, let line, _): (offset, "- \(line)\n")
            case .insert(let offset, let line, _): (offset, "+ \(line)\n")
            }
        }
        return lines.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map(\.element.line).joined()
    }
}

import Audit
import Findings

/// The file with its line numbers, and the findings at their lines.
struct FileView {
    /// A file is shown as a whole up to here; of a longer one what stands around the findings.
    private static let wholeLines = 120
    private static let around = 3
    private static let mostShown = 400
    /// A line is shown up to here, around the place that is meant.
    private static let lineWidth = 240

    private let file: FileReport?
    private let marks: [Int: [Finding]]

    /// Prepares the file of a domain.
    init(_ report: DomainReport) {
        file = report.file
        let findings = report.findings.filter { $0.line != nil && $0.location == report.file?.location }
        marks = Dictionary(grouping: findings) { $0.line ?? 0 }
    }

    /// The file; `nil` where there is none, or where nothing in it is meant.
    func object() -> TemplateObject? {
        guard let file, let bytes = file.bytes, !bytes.isEmpty, !marks.isEmpty else { return nil }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = shown(lines.count)
        guard !shown.isEmpty else { return nil }
        return TemplateObject { object in
            object.text("fileWhere", file.location == .root ? "at the root" : "at .well-known")
            object.text("fileSize", DomainWords.size(bytes.count))
            object.flag("signed", file.signed)
            object.list("line", rows(shown, lines))
            object.text(
                "omitted",
                shown.count < lines.count
                    ? "\(DomainWords.grouped(lines.count - shown.count)) lines without findings are left out." : nil)
        }
    }

    private func shown(_ count: Int) -> [Int] {
        if count <= Self.wholeLines { return Array(1...count) }
        var wanted: Set<Int> = []
        for line in marks.keys.sorted() where wanted.count < Self.mostShown {
            for near in (line - Self.around)...(line + Self.around) where near >= 1 && near <= count {
                wanted.insert(near)
            }
        }
        return wanted.sorted()
    }

    private func rows(_ shown: [Int], _ lines: [ArraySlice<UInt8>]) -> [TemplateObject] {
        var previous = 0
        return shown.map { number in
            defer { previous = number }
            return TemplateObject { object in
                object.number("number", number)
                object.flag("gap", number > previous + 1)
                let findings = marks[number] ?? []
                text(lines[number - 1], column: findings.compactMap(\.column).first, &object)
                object.flag("marked", !findings.isEmpty)
                object.list(
                    "mark",
                    findings.prefix(DomainCard.findingsPerCode).map { finding in
                        TemplateObject { mark in
                            mark.text("markSeverity", finding.severity.rawValue)
                            mark.text("markLabel", DomainWords.label(finding.severity))
                            mark.text("markCode", finding.code.rawValue)
                            mark.text("markText", finding.message)
                        }
                    })
            }
        }
    }

    /// A line, taken apart at the place that is meant.
    private func text(_ bytes: ArraySlice<UInt8>, column: Int?, _ object: inout TemplateObject) {
        // More than a line of a sensible file; what stands further on is not shown.
        let content = bytes.last == 0x0D ? bytes.dropLast() : bytes
        let scalars = Array(String(decoding: content.prefix(262_144), as: UTF8.self).unicodeScalars)
        guard let column, column >= 1, column <= scalars.count else {
            object.text("before", Self.string(scalars.prefix(Self.lineWidth)))
            object.flag("cut", scalars.count > Self.lineWidth)
            return
        }
        let start = max(0, column - 1 - Self.lineWidth / 2)
        object.flag("begun", start > 0)
        object.text("before", Self.string(scalars[start..<(column - 1)]))
        object.text("at", Self.string(scalars[(column - 1)..<column]))
        object.text("after", Self.string(scalars[column...].prefix(Self.lineWidth / 2)))
        object.flag("cut", column + Self.lineWidth / 2 < scalars.count)
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in scalars {
            // A tab would be told by its number, and says nothing more than blanks do.
            if scalar == "\t" { view.append(contentsOf: "    ".unicodeScalars) } else { view.append(scalar) }
        }
        return String(view)
    }
}

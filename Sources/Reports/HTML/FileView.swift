import Audit
import Basics
import Findings

/// The file with its line numbers, and the findings below their lines.
struct FileView {
    /// A file is shown as a whole up to here; of a longer one what stands around the findings.
    private static let wholeLines = 120
    private static let around = 3
    private static let maxShown = 400
    /// A line is shown up to here, around the place that is meant.
    private static let lineWidth = 240
    private static let findingsPerLine = 20

    private let file: FileReport?
    private let marks: [Int: [Finding]]

    /// Prepares the file of a domain.
    init(_ report: DomainReport) {
        file = report.file
        // A stored report can name any line.
        let findings = report.findings.filter {
            (1..<ProofView.lineLimit).contains($0.line ?? 0) && $0.location == report.file?.location
        }
        marks = Dictionary(grouping: findings) { $0.line ?? 0 }
    }

    /// The file; `nil` where there is none, or where nothing in it is meant.
    func object() -> TemplateObject? {
        guard let file, let bytes = file.bytes, !bytes.isEmpty, !marks.isEmpty else { return nil }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = shown(lines.count)
        guard let last = shown.last else { return nil }
        var rows: [String] = []
        for (position, number) in shown.enumerated() {
            if position > 0, shown[position - 1] < number - 1 { rows.append("…") }
            rows += self.rows(number, lines[number - 1], last)
        }
        return TemplateObject { object in
            object.text("fileWhere", file.location == .root ? "at the root" : "at .well-known")
            object.text("fileSize", DomainWords.size(bytes.count) + (file.signed ? ", signed" : ""))
            object.block("lines", rows)
            object.text(
                "omitted",
                shown.count < lines.count
                    ? "\(Phrase.number(lines.count - shown.count)) lines are left out." : nil)
        }
    }

    private func shown(_ count: Int) -> [Int] {
        if count <= Self.wholeLines { return Array(1...count) }
        var wanted: Set<Int> = []
        for line in marks.keys.sorted() where wanted.count < Self.maxShown {
            wanted.formUnion((max(1, line - Self.around)...max(1, line + Self.around)).filter { $0 <= count })
        }
        return wanted.sorted()
    }

    /// A line, and below it what is found there.
    private func rows(_ number: Int, _ bytes: ArraySlice<UInt8>, _ last: Int) -> [String] {
        let findings = marks[number] ?? []
        let column = findings.compactMap(\.column).first
        guard let line = FileExcerpt(Array(bytes), line: 1, column: column, width: Self.lineWidth) else { return [] }
        let codes = Set(findings.map(\.code.rawValue)).sorted().prefix(Self.findingsPerLine)
        return ProofView.numbered(line, number, last, words: codes.isEmpty ? nil : codes.joined(separator: ", "))
    }
}

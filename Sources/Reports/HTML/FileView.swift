import Audit
import Basics
import Findings

/// The file with line numbers, and the findings below their lines.
enum FileView {
    /// The maximum number of lines of a file that is shown in full; longer files are shown around the findings only.
    private static let maxWholeLines = 120
    private static let contextLines = 3
    private static let maxShown = 400
    /// The maximum number of characters of a line that are shown, around the relevant position.
    private static let lineWidth = 240
    private static let maxFindingsPerLine = 20

    /// Returns the file of a domain; `nil` without a file, or without a finding that refers to a line of the file.
    static func object(_ report: DomainReport) -> TemplateObject? {
        guard let file = report.file, let bytes = file.bytes, !bytes.isEmpty else { return nil }
        // A stored report may contain any line number.
        let findings = report.findings.filter {
            (1..<ProofView.lineLimit).contains($0.line ?? 0) && $0.location == file.location
        }
        guard !findings.isEmpty else { return nil }
        let findingsByLine = Dictionary(grouping: findings) { $0.line ?? 0 }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = shownLines(of: lines.count, marked: findingsByLine.keys.sorted())
        guard let last = shown.last else { return nil }
        var rows: [String] = []
        for (position, number) in shown.enumerated() {
            if position > 0, shown[position - 1] < number - 1 { rows.append("…") }
            rows += numberedRows(number, lines[number - 1], last: last, findingsByLine[number] ?? [])
        }
        return TemplateObject { object in
            object.text("fileWhere", file.location == .root ? "at the root" : "at .well-known")
            object.text("fileSize", HTMLWords.size(bytes.count) + (file.signed ? ", signed" : ""))
            object.block("lines", rows)
            let omitted = lines.count - shown.count
            object.text("omitted", omitted > 0 ? "\(Phrase.number(omitted)) lines are left out." : nil)
        }
    }

    private static func shownLines(of count: Int, marked: [Int]) -> [Int] {
        if count <= maxWholeLines { return Array(1...count) }
        var wanted: Set<Int> = []
        for line in marked where wanted.count < maxShown {
            wanted.formUnion((max(1, line - contextLines)...max(1, line + contextLines)).filter { $0 <= count })
        }
        return wanted.sorted()
    }

    /// Returns the text of a line, followed by the codes of its findings.
    private static func numberedRows(
        _ number: Int, _ bytes: ArraySlice<UInt8>, last: Int, _ findings: [Finding]
    ) -> [String] {
        let column = findings.compactMap(\.column).first
        guard let line = FileExcerpt(Array(bytes), line: 1, column: column, width: lineWidth) else { return [] }
        let codes = Set(findings.map(\.code.rawValue)).sorted().prefix(maxFindingsPerLine)
        return ProofView.numbered(line, number, last: last, words: codes.isEmpty ? nil : codes.joined(separator: ", "))
    }
}

package import Audit

/// The line of one domain in NDJSON, rendered once: what is streamed, kept, stored and put into the JSON document.
package struct DomainLine: Hashable, Sendable {
    /// The version of the form of all JSON reports; it changes when something that readers rely on does.
    package static let schemaVersion = 1

    /// The object on one line, with its line feed, without the other inputs that mean the same target.
    ///
    /// Those are known only at the end of a list: a stream has none of them rather than some.
    package let bytes: [UInt8]
    /// The offset in ``bytes`` at which the other inputs of the same target are inserted.
    package let aliasesAt: Int
    /// The member of ``bytes`` that is the text of the file, with the comma before it; empty where there is none.
    private let text: Range<Int>

    /// Renders a report; `bodies` says when the text of the file is in it.
    package init(_ report: DomainReport, bodies: FileTextPolicy = .findings) {
        var report = report
        if let file = report.file, !bodies.wantsText(of: file, findings: report.findings) {
            report.file?.bytes = nil
        }
        var writer = JSONWriter(.compact)
        report.write(to: &writer)
        bytes = writer.takeBytes()
        // After the input, and around the text of the file, if there is a file.
        let marks = writer.marks
        aliasesAt = marks[0]
        text = marks.count > 2 ? marks[1]..<marks[2] : 0..<0
    }

    /// Takes a line that was rendered before.
    package init(bytes: [UInt8], aliasesAt: Int) {
        self.bytes = bytes
        self.aliasesAt = aliasesAt
        text = 0..<0
    }

    /// The line without the text of the file.
    package var withoutText: [UInt8] {
        text.isEmpty ? bytes : Array(bytes[..<text.lowerBound] + bytes[text.upperBound...])
    }

    /// The line as NDJSON has it: with the version of its form and the run that it comes from, which in a document stand around
    /// the domains.
    package func bytes(in run: RunFacts) -> [UInt8] {
        let members = JSONWriter.members { writer in
            writer.field("schemaVersion", DomainLine.schemaVersion)
            writer.field("run", run.id)
        }
        // In slices: the sum of other collections is made byte by byte.
        let end = bytes.count - "}\n".utf8.count
        return bytes[..<end] + members + bytes[end...]
    }

    /// The line with the other inputs that mean the same target, where they are known.
    package func bytes(with aliases: Aliases.Row?) -> [UInt8] {
        guard let aliases else { return bytes }
        let members = JSONWriter.members { writer in
            writer.field("alsoGivenAs", aliases.inputs)
            if aliases.omitted > 0 { writer.field("alsoGivenAsOmitted", aliases.omitted) }
        }
        return bytes[..<aliasesAt] + members + bytes[aliasesAt...]
    }
}

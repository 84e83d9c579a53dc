package import Records

/// A report that the user requests: its format and its destination.
package struct OutputRequest: Hashable, Sendable, CustomStringConvertible {
    package enum Destination: Hashable, Sendable {
        case standardOutput
        case file(String)
    }

    package var format: OutputFormat
    package var destination: Destination

    package init(format: OutputFormat, destination: Destination) {
        self.format = format
        self.destination = destination
    }

    /// The request in the syntax of the command line: `FORMAT:FILE`.
    package var description: String {
        switch destination {
        case .standardOutput: "\(format.rawValue):-"
        case .file(let path): "\(format.rawValue):\(path)"
        }
    }

    package var isWholeMessage: Bool {
        guard format == .mail, case .file(let path) = destination else { return false }
        return path.lowercased().hasSuffix(".eml")
    }

    /// Parses `FILE` (whose extension determines the format), `FORMAT:FILE`, or `FORMAT:-` for the standard output.
    ///
    /// - Throws: `OutputError` if the format is missing or unknown.
    package init(_ text: String) throws(OutputError) {
        if let colon = text.firstIndex(of: ":"), let format = OutputFormat(rawValue: text[..<colon].lowercased()) {
            let path = String(text[text.index(after: colon)...])
            guard format != .site || !["", "-"].contains(path) else {
                throw .request("“\(text)” names no folder for the pages; write site:FOLDER")
            }
            guard !path.isEmpty else {
                throw .request("“\(text)” names no file; “\(text)-” is the standard output")
            }
            self.init(format: format, destination: path == "-" ? .standardOutput : .file(path))
            return
        }
        guard text != "-", !text.isEmpty else {
            throw .request("the format of “\(text)” is missing; expected FORMAT:-; formats: \(OutputFormat.names)")
        }
        let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let format = OutputFormat.allCases.first { format in
            format.fileExtensions.contains { name.lowercased().hasSuffix("." + $0) }
        }
        guard let format else {
            let extensions = OutputFormat.allCases.flatMap(\.fileExtensions).map { "." + $0 }.joined(separator: ", ")
            let folderHint = name.contains(".") ? "" : ", or as in site:\(text) for a folder of pages"
            throw .request(
                "“\(text)” has no extension of a known format; use one of \(extensions), or name the format, as in "
                    + "html:\(text)\(folderHint); formats: \(OutputFormat.names)")
        }
        self.init(format: format, destination: .file(text))
    }
}

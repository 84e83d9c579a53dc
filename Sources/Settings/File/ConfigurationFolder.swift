import Reports

/// The folder of a configuration, to which the paths in the file are relative.
package struct ConfigurationFolder: Sendable {
    /// The folder of the file, without a trailing slash; empty for the working folder.
    let folder: String

    package init(file: String) {
        guard let slash = file.lastIndex(of: "/") else {
            folder = ""
            return
        }
        folder = slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// Returns a path relative to the working folder; `-` remains the standard input or output.
    package func path(_ text: String) -> String {
        if text == "-" || text.hasPrefix("/") || folder.isEmpty { return text }
        return folder.hasSuffix("/") ? folder + text : "\(folder)/\(text)"
    }

    func output(_ text: String) throws -> String {
        let request = try OutputRequest(text)
        return switch request.destination {
        case .standardOutput: request.description
        case .file(let file): OutputRequest(format: request.format, destination: .file(path(file))).description
        }
    }
}

public import Foundation

/// The files of the repository that tests compare with the program.
public enum Repository {
    /// The folder with Package.swift.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the text of the file at a path relative to the root.
    ///
    /// - Throws: An error of Foundation if it cannot be read.
    public static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    }

    /// The folder of the manual, relative to the root.
    public static let manualFolder = "Sources/aasa-audit/Documentation.docc"

    /// Returns the text of a page of the manual.
    ///
    /// - Throws: An error of Foundation if it cannot be read.
    public static func page(_ name: String) throws -> String { try text("\(manualFolder)/\(name).md") }

    /// Returns the JSON Schema of the report.
    ///
    /// - Throws: An error of Foundation if it cannot be read.
    public static func reportSchema() throws -> String {
        try text("Sources/Reports/Schema/aasa-audit-report.schema.json")
    }

    /// The paths of all pages of the manual relative to the root, by name.
    public static let pages: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: manualFolder).path)
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(manualFolder)/\($0)" }
    }()

    /// The pages for users of the command line.
    public static let manual = pages.filter { path in
        !["aasa-audit", "Architecture", "Reference", "Spark"].contains { path.hasSuffix("/\($0).md") }
    }
}

public import Foundation

/// The files of the repository that tests hold to what the program does.
public enum Repository {
    /// The folder with Package.swift.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The text of the file at a path from the root.
    ///
    /// - Throws: an error of Foundation when it cannot be read.
    public static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    }

    /// The folder of the manual from the root.
    public static let manualFolder = "Sources/aasa-audit/Documentation.docc"

    /// The text of a page of the manual.
    ///
    /// - Throws: an error of Foundation when it cannot be read.
    public static func page(_ name: String) throws -> String { try text("\(manualFolder)/\(name).md") }

    /// The JSON Schema of the report.
    ///
    /// - Throws: an error of Foundation when it cannot be read.
    public static func reportSchema() throws -> String {
        try text("Sources/Reports/Schema/aasa-audit-report.schema.json")
    }

    /// The paths of all pages of the manual from the root, by name.
    public static let pages: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: manualFolder).path)
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(manualFolder)/\($0)" }
    }()

    /// Those that a user of the command line reads from the beginning.
    public static let manual = pages.filter { path in
        !["aasa-audit", "Architecture", "Reference", "Spark"].contains { path.hasSuffix("/\($0).md") }
    }
}

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

    /// The paths of the pages of the manual from the root, by name.
    public static let manual: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources/Manual").path)
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "Sources/Manual/\($0)" }
    }()
}

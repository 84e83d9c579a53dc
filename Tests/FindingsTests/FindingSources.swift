import Foundation

/// The sources of the program, for tests that compare declarations with their uses.
enum FindingSources {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// Returns all declarations of codes: the name in Swift, and the code.
    static func declarations() throws -> [(name: String, code: String)] {
        let pattern = /static let (\w+)(?:: FindingCode)? = FindingCode\(\s*"([^"]*)"/
        return try text(of: "Findings").matches(of: pattern).map { (String($0.1), String($0.2)) }
    }

    /// Returns the text of all Swift files of a folder, without files whose path begins with one of `prefixes`.
    static func text(of folder: String, without prefixes: [String] = []) throws -> String {
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        return try files.map { "\(folder)/\($0)" }.filter { file in
            file.hasSuffix(".swift") && !prefixes.contains { file.hasPrefix($0 + "/") }
        }.map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }.joined()
    }
}

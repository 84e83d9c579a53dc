import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

@testable import AppSiteAssociation

/// The files of the project, and optional files next to it.
enum ProjectFiles {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Optional association files from public repositories, which are not a part of the project.
    static let corpus = root.deletingLastPathComponent().appending(path: "shared/corpus")

    static let hasCorpus = FileManager.default.fileExists(atPath: corpus.path)

    static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }
}

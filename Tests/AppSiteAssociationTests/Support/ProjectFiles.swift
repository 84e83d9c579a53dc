import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

@testable import AppSiteAssociation

/// The project's own files, and those that may lie beside it.
enum ProjectFiles {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Association files of public repositories, which are not the project's own: an extra for those who have them.
    static let corpus = root.deletingLastPathComponent().appending(path: "shared/corpus")

    static let hasCorpus = FileManager.default.fileExists(atPath: corpus.path)

    static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }
}

import struct Foundation.Data
import struct Foundation.URL

@testable import AppSiteAssociation

/// The data that lies beside the project, in `../shared`.
enum SharedFiles {
    struct Missing: Error, CustomStringConvertible {
        let path: String
        var description: String { "cannot read \(path): the tests need the folder ‘shared’ beside the project" }
    }

    static let projectRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func bytes(_ name: String) throws -> [UInt8] {
        let url = projectRoot.deletingLastPathComponent().appending(path: "shared/\(name)")
        guard let data = try? Data(contentsOf: url) else { throw Missing(path: url.path) }
        return Array(data)
    }

    static func document(_ name: String) throws -> JSONDocument { try JSONDocument(bytes(name)) }
}

/// Short ways to files, URLs and verdicts.
enum Sample {
    static let app = "ABCDE12345.com.example.app"

    static func file(_ json: String) throws -> AssociationFile { AssociationFile(try JSONDocument(text: json)) }

    /// A file with one detail, whose members are given.
    static func detail(_ members: String, applinks: String = "") throws -> AssociationFile {
        let outer = applinks.isEmpty ? "" : ", \(applinks)"
        return try file("{\"applinks\":{\"details\":[{\"appIDs\":[\"\(app)\"], \(members)}]\(outer)}}")
    }

    /// A file with one component.
    static func component(_ component: String, applinks: String = "") throws -> AssociationFile {
        try detail("\"components\":[\(component)]", applinks: applinks)
    }

    static func outcome(_ file: AssociationFile, _ rest: String) throws -> LinkOutcome {
        try LinkMatcher(file).match(LinkURL("https://example.com" + rest)).outcome
    }
}

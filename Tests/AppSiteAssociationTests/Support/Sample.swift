@testable import AppSiteAssociation

/// Short functions to create files, URLs and verdicts.
enum Sample {
    static let app = "ABCDE12345.com.example.app"

    static func file(_ json: String) throws -> AssociationFile { AssociationFile(try JSONDocument(text: json)) }

    /// Returns a file with one detail that has the given members.
    static func detail(_ members: String, applinks: String = "") throws -> AssociationFile {
        let outer = applinks.isEmpty ? "" : ", \(applinks)"
        return try file("{\"applinks\":{\"details\":[{\"appIDs\":[\"\(app)\"], \(members)}]\(outer)}}")
    }

    /// Returns a file with one component.
    static func component(_ component: String, applinks: String = "") throws -> AssociationFile {
        try detail("\"components\":[\(component)]", applinks: applinks)
    }

    static func outcome(_ file: AssociationFile, _ rest: String) throws -> LinkOutcome {
        try LinkMatcher(file).match(LinkURL("https://example.com" + rest)).outcome
    }
}

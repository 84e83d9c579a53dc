import Foundation
import Testing

/// The part of a JSON report that the tests read.
struct DecodedReport: Decodable {
    struct Run: Decodable {
        var id: String
    }

    struct Domain: Decodable {
        struct Finding: Decodable {
            /// The compared part of the evidence, which differs between findings.
            struct Evidence: Decodable {
                var url: String?
                var appID: String?
            }
            struct Waiver: Decodable {
                var reason: String
            }
            var code: String
            var severity: String
            var state: String?
            var waived: Waiver?
            var evidence: Evidence
        }
        struct Location: Decodable {
            struct TLS: Decodable {
                var version: String?
            }
            struct Redirect: Decodable {
                var status: Int
                var from: String
                var to: String
            }
            var outcome: String
            var status: Int?
            var httpVersion: String?
            var tls: TLS?
            var redirects: [Redirect]
        }
        struct Locations: Decodable {
            var wellKnown: Location?
            var root: Location?
        }

        var input: String
        var alsoGivenAs: [String]?
        var alsoGivenAsOmitted: Int?
        var domain: String?
        var status: String
        var owner: String?
        struct Listing: Decodable {
            var app: String
            var entries: [String]
        }

        var notes: [String]
        var listedBy: [Listing]?
        var locations: Locations
        var findings: [Finding]
    }

    var schemaVersion: Int
    var run: Run
    var domains: [Domain]
    var complete: Bool

    init(_ text: String) throws {
        self = try JSONDecoder().decode(DecodedReport.self, from: Data(text.utf8))
    }
}

/// Reports of real runs, kept for the independent validator if `Scripts/test` requests them.
enum KeptReports {
    static func keep(_ text: String, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_REPORTS_FOLDER"] else { return }
        try Data(text.utf8).write(to: URL(filePath: folder).appending(path: name))
    }
}

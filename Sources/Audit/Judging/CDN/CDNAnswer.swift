import AppSiteAssociation
import Basics
import Findings
import Transport

/// The response of Apple's CDN about a domain. Documented as cdn.success, cdn.failure, cdn.headers
struct CDNAnswer {
    let exchange: Exchange

    /// Whether the CDN has a copy or states that there is none; any other response is no evidence about the domain.
    static func isAnswer(_ exchange: Exchange) -> Bool {
        guard exchange.failure == nil, let status = exchange.status else { return false }
        if [200, 404, 405, 410].contains(status) { return true }
        return status != 429 && status < 500 && exchange.headerFields.first("apple-failure-reason") != nil
    }

    /// The CDN's reason for having no copy, such as `SWCERR00301 Timeout`.
    var failureReason: String? { exchange.header("apple-failure-reason") }

    /// The details of the failure: the values of a JSON object, usually `status` or `cause`, or the original text.
    var failureDetail: String? {
        guard let text = exchange.header("apple-failure-details") else { return nil }
        let members = (try? JSONDocument(text: text))?.root.members ?? []
        let details = members.prefix(8).compactMap(\.value.string)
        return details.isEmpty ? text : details.joined(separator: ", ")
    }

    /// The meaning and the remedy of the code at the beginning of the reason; `nil` for an unknown code.
    var failureExplanation: (meaning: String, remedy: String)? {
        let code = failureReason?.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return code.flatMap { Self.knownFailures[String($0)] }
    }

    /// The URLs that the CDN visited, in order: more than one if it followed a redirect.
    var visitedURLs: [String] {
        let urls = exchange.header("apple-from")?.split(separator: ",") ?? []
        return urls.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }

    /// The number of seconds for which the response has been cached.
    var age: Int? { exchange.header("age").flatMap(Self.seconds) }

    /// The number of seconds for which clients may cache the response, regardless of the CDN's next check.
    /// Documented as cdn.lifetime
    var maxAge: Int? {
        let directives = (exchange.header("cache-control") ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
        return directives.first { $0.lowercased().hasPrefix("max-age=") }.flatMap { Self.seconds($0.dropFirst(8)) }
    }

    var evidence: Evidence {
        let visited = visitedURLs
        return [
            "status": exchange.status.map { .integer($0) }, "failureReason": failureReason.map { .string($0) },
            "failureDetail": failureDetail.map { .string($0) },
            "visited": visited.isEmpty ? nil : .strings(visited.prefix(12)),
            "ageSeconds": age.map { .integer($0) }, "maxAgeSeconds": maxAge.map { .integer($0) },
        ]
    }

    private static func seconds(_ text: some StringProtocol) -> Int? {
        guard text.utf8.count <= 10, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(text)
    }

    /// The observed codes, each with its meaning, and the remedy if the server appears correct from here.
    ///
    /// Apple does not publish a list; other codes are shown without explanation. Documented as cdn.failure-codes
    private static let knownFailures: [String: (meaning: String, remedy: String)] = [
        "SWCERR00101": (
            "Apple's fetcher got a response from the server, but not with a usable status.",
            """
            If the file was published or corrected recently, wait: Apple's CDN checks again within about a day, and \
            its cache cannot be purged. If the problem persists, ask the web server's administrators which status \
            AASA-Bot/1.0.0 receives: probably, a firewall, a bot filter or a country filter refuses it.
            """
        ),
        "SWCERR00202": (
            "For Apple's fetcher, the name resolves to a private or reserved address.",
            """
            Ask the domain's DNS administrators to give the name public addresses everywhere: Apple connects from \
            outside. Before the site is public, the app's developers can use developer mode.
            """
        ),
        "SWCERR00301": (
            "Apple's fetcher got no response from the server in time.",
            """
            Ask the web server's administrators whether a firewall drops requests from Apple's fetcher \
            (AASA-Bot/1.0.0), or whether the server is slow to respond. Then wait: Apple's CDN caches failures for a \
            while, and its cache cannot be purged.
            """
        ),
        "SWCERR00401": (
            "The response that Apple's fetcher got from the server is not usable JSON.",
            """
            Ask the web server's administrators what AASA-Bot/1.0.0 receives: perhaps a page that checks for browsers, \
            which is not JSON. Then wait: Apple's CDN caches failures for a while, and its cache cannot be purged.
            """
        ),
    ]
}

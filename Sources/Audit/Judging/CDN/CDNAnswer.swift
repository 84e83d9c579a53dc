import AppSiteAssociation
import Findings
import Transport

/// The response of Apple's CDN about a domain.
///
/// Rules: cdn.success, cdn.failure, cdn.headers
struct CDNAnswer {
    let exchange: Exchange

    /// Whether an exchange answers the question for a domain: with a copy, or by saying that there is none.
    ///
    /// Everything else is about the CDN, or about the way to it, and says nothing about the domain.
    static func isAnswer(_ exchange: Exchange) -> Bool {
        guard exchange.failure == nil, let status = exchange.status else { return false }
        if status == 200 || [404, 405, 410].contains(status) { return true }
        return status != 429 && status < 500 && exchange.headerFields.first("apple-failure-reason") != nil
    }

    /// Why the CDN has no copy, in its own words, as `SWCERR00301 Timeout`.
    var failureReason: String? { header("apple-failure-reason") }

    /// The details of the failure: the members of an object, usually `status` or `cause`, or else the text as it is.
    var failureDetail: String? {
        guard let text = header("apple-failure-details") else { return nil }
        guard let document = try? JSONDocument(text: text), let members = document.root.members else {
            return text
        }
        let texts = members.prefix(8).compactMap(\.value.string)
        return texts.isEmpty ? text : texts.joined(separator: ", ")
    }

    /// The code at the beginning of the reason, as `SWCERR00301`.
    var failureCode: CDNFailureCode? { failureReason.flatMap(CDNFailureCode.init) }

    /// The URLs that the CDN visited, the first one first: more than one where it followed a redirect.
    var visited: [String] {
        (header("apple-from") ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }

    /// For how many seconds this answer has been kept where it came from, and for how long it may be.
    var age: Int? { header("age").flatMap(Self.seconds) }

    /// For how long this answer may be kept; it says nothing of when the CDN looks at the server again. Rule: cdn.lifetime
    var maxAge: Int? {
        let directives = (header("cache-control") ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
        return directives.first { $0.lowercased().hasPrefix("max-age=") }.flatMap { Self.seconds($0.dropFirst(8)) }
    }

    private func header(_ name: String) -> String? {
        guard let value = exchange.headerFields.first(name), !value.isEmpty else { return nil }
        return value
    }

    /// A number of seconds that can be one.
    private static func seconds(_ text: some StringProtocol) -> Int? {
        guard text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

import AppSiteAssociation
package import Audit
import Basics
import Reports

extension SettingReader {
    /// Reads the URL of a server that replaces Apple's CDN; `/a/v1/DOMAIN` is appended to it.
    package static func cdnURL(_ text: String) throws(SettingError) -> String {
        try url(text, of: ["https"], expected: "an https URL without a query is allowed, as in https://cdn.example")
    }

    /// Reads the URL of a published report or site: anchors or paths of domains are added to it.
    package static func reportURL(_ text: String) throws(SettingError) -> String {
        let expected = "an https or http URL without a query is allowed, as in https://links.example/night.html"
        guard text.utf8.count <= ReportURL.maxBytes else {
            throw SettingError(found: "it is longer than \(ReportURL.maxBytes) characters", expected: expected)
        }
        return try url(text, of: ["https", "http"], expected: expected)
    }

    /// Reads the URL of a webhook.
    ///
    /// The URL is often a secret itself, so errors never quote it.
    package static func webhook(_ text: String) throws(SettingError) -> String {
        try url(
            text, of: ["https", "http"], isWebhook: true,
            expected: "an https or http URL without user information is allowed, as in https://hooks.example/T1/B2")
    }

    private static func url(
        _ text: String, of schemes: [String], isWebhook: Bool = false, expected: String
    ) throws(SettingError) -> String {
        let subject = isWebhook ? "it" : VisibleText.quote(text)
        func wrong(_ found: String) -> SettingError { SettingError(found: found, expected: expected) }
        guard let url = try? LinkURL(text), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw wrong("\(subject) is not a URL")
        }
        guard schemes.contains(url.scheme) else { throw wrong("\(subject) is a URL of another kind") }
        guard url.userInfo == nil else { throw wrong("there is user information in it") }
        guard url.fragment == nil, isWebhook || url.query == nil else {
            throw wrong("there is \(isWebhook ? "" : "a query or ")a “#” in it")
        }
        return text
    }
}

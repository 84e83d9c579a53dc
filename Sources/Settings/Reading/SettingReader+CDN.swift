import AppSiteAssociation
package import Audit
import Basics
import Reports

extension SettingReader {
    /// Reads the URL of a server that replaces Apple's CDN; `/a/v1/DOMAIN` is appended to it.
    package static func cdnURL(_ text: String) throws(SettingError) -> String {
        try baseURL(
            text, of: ["https"], expected: "an https URL without a query is allowed, as in https://cdn.example")
    }

    /// Reads the URL of a published report or site: anchors or paths of domains are added to it.
    package static func reportURL(_ text: String) throws(SettingError) -> String {
        let expected = "an https or http URL without a query is allowed, as in https://links.example/night.html"
        guard text.utf8.count <= ReportURL.maxBytes else {
            throw SettingError(found: "it is longer than \(ReportURL.maxBytes) characters", expected: expected)
        }
        return try baseURL(text, of: ["https", "http"], expected: expected)
    }

    private static func baseURL(
        _ text: String, of schemes: [String], expected: String
    ) throws(SettingError) -> String {
        func wrong(_ found: String) -> SettingError { SettingError(found: found, expected: expected) }
        guard let url = try? LinkURL(text), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw wrong("\(VisibleText.quote(text)) is not a URL")
        }
        guard schemes.contains(url.scheme) else {
            throw wrong("\(VisibleText.quote(text)) is a URL of another kind")
        }
        guard url.userInfo == nil else { throw wrong("there is user information in it") }
        guard url.fragment == nil, url.query == nil else { throw wrong("there is a query or a “#” in it") }
        return text
    }
}

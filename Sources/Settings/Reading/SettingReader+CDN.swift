import AppSiteAssociation
package import Audit
import Basics

extension SettingReader {
    /// Reads the URL of a server that replaces Apple's CDN; `/a/v1/DOMAIN` is appended to it.
    package static func cdnURL(_ text: String) throws(SettingError) -> String {
        let expected = "an https URL without a query is allowed, as in https://cdn.example"
        func wrong(_ found: String) -> SettingError { SettingError(found: found, expected: expected) }
        guard let url = try? LinkURL(text), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw wrong("\(VisibleText.quote(text)) is not a URL")
        }
        guard url.isWeb, text.lowercased().hasPrefix("https:") else {
            throw wrong("\(VisibleText.quote(text)) is a URL of another kind")
        }
        guard url.userInfo == nil else { throw wrong("there is user information in it") }
        guard url.fragment == nil, url.query == nil else { throw wrong("there is a query or a “#” in it") }
        return text
    }
}

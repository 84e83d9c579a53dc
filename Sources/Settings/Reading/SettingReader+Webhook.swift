import AppSiteAssociation
package import Audit

extension SettingReader {
    /// Reads the URL of a webhook.
    ///
    /// The URL is often a secret itself, so errors never quote it.
    package static func webhook(_ text: String) throws(SettingError) -> String {
        let expected = "an https or http URL without user information is allowed, as in https://hooks.example/T1/B2"
        guard let url = try? LinkURL(text), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw SettingError(found: "it is not a URL", expected: expected)
        }
        guard url.isWeb else { throw SettingError(found: "it is a URL of another kind", expected: expected) }
        guard url.userInfo == nil else {
            throw SettingError(found: "there is user information in it", expected: expected)
        }
        guard url.fragment == nil else { throw SettingError(found: "there is a “#” in it", expected: expected) }
        return text
    }
}

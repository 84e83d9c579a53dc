import AppSiteAssociation
package import Audit
import Basics
import Reports
package import Transport

extension SettingReader {
    /// Fields that are determined by the request itself, with the alternative for each.
    private static let reservedFields: [String: String] = [
        "host": "the host comes from the domain; --connect-to and --resolve use another server",
        "content-length": "the requests have no body",
        "transfer-encoding": "the requests have no body",
        "connection": "connections are managed by the program",
    ]

    /// Reads `NAME: VALUE`, or `NAME;` for no value, like curl's `--header`; errors never quote what may be a secret.
    package static func header(_ text: String) throws(SettingError) -> HeaderField {
        let expected = "expected NAME: VALUE, or NAME; for an empty value"
        guard let end = text.firstIndex(where: { $0 == ":" || $0 == ";" }) else {
            throw SettingError(found: "there is no “:” in the header field", expected: expected)
        }
        let name = String(text[..<end])
        let value = text[text.index(after: end)...].drop { $0 == " " || $0 == "\t" }
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
            throw SettingError(
                found: "the text before “:” is not the name of a header field (RFC 9110, section 5.6.2)",
                expected: expected)
        }
        guard !value.utf8.contains(where: { $0.isASCIIControl && $0 != UInt8(ascii: "\t") }) else {
            throw SettingError(
                found: "the value of the header field has a control character",
                expected: "expected visible characters and spaces")
        }
        if text[end] == ";" {
            guard value.isEmpty else { throw SettingError(found: "something follows “NAME;”", expected: expected) }
        } else if value.isEmpty {
            throw SettingError(found: "the header field has no value", expected: "“NAME;” sends it empty")
        }
        if let reason = reservedFields[name.lowercased()] {
            throw SettingError(found: "\(name) cannot be set", expected: reason)
        }
        return HeaderField(name: name, value: String(value))
    }

    package static func userAgent(_ text: String) throws(SettingError) -> String {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw SettingError(
                found: text.isEmpty ? "the user agent is empty" : "\(VisibleText.quote(text)) has other characters",
                expected: "expected visible ASCII characters and spaces")
        }
        return text
    }

    /// Reads `[SCHEME://][USER:PASSWORD@]HOST[:PORT]`, like curl's `--proxy`; errors never quote it.
    package static func proxy(_ text: String) throws(SettingError) -> String {
        do throws(ProxyURL.Mistake) {
            return try ProxyURL(text).text
        } catch {
            throw SettingError(found: error.found, expected: error.expected)
        }
    }

    /// Returns whether a byte is allowed in a token (RFC 9110, section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isHostByte || "!#$%&'*+^`|~".utf8.contains(byte)
    }

    /// Reads the URL of a server that replaces Apple's CDN; `/a/v1/DOMAIN` is appended to it.
    package static func cdnURL(_ text: String) throws(SettingError) -> String {
        try url(text, of: ["https"], expected: "expected an https URL without a query, such as https://cdn.example")
    }

    /// Reads the URL of a published report or site: anchors or paths of domains are added to it.
    package static func reportURL(_ text: String) throws(SettingError) -> String {
        let expected = "expected an https or http URL without a query, such as https://links.example/night.html"
        guard text.utf8.count <= ReportURL.maxBytes else {
            throw SettingError(found: "it is longer than \(ReportURL.maxBytes) characters", expected: expected)
        }
        return try url(text, of: ["https", "http"], expected: expected)
    }

    /// Reads the URL of a webhook; errors never quote it, because it is often a secret.
    package static func webhook(_ text: String) throws(SettingError) -> String {
        try url(
            text, of: ["https", "http"], isWebhook: true,
            expected: "expected an https or http URL without a user name, such as https://hooks.example/T1/B2")
    }

    private static func url(
        _ text: String, of schemes: [String], isWebhook: Bool = false, expected: String
    ) throws(SettingError) -> String {
        func wrong(_ found: String) -> SettingError { SettingError(found: found, expected: expected) }
        guard let url = try? LinkURL(text), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw wrong(isWebhook ? "its syntax is wrong" : "\(VisibleText.quote(text)) is not a URL")
        }
        guard schemes.contains(url.scheme) else { throw wrong("its scheme is not supported") }
        guard url.userInfo == nil else { throw wrong("there is user information in it") }
        guard url.fragment == nil, isWebhook || url.query == nil else {
            throw wrong("there is \(isWebhook ? "" : "a query or ")a “#” in it")
        }
        return text
    }
}

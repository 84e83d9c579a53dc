import Basics

/// A proxy in the format of curl's `--proxy`: `[SCHEME://][USER[:PASSWORD]@]HOST[:PORT]`.
///
/// libcurl prints a proxy that it cannot parse, password included, and ignores a proxy whose user information contains
/// an encoded control character. Therefore libcurl only receives proxies that were parsed here.
package struct ProxyURL: Hashable, Sendable, CustomStringConvertible {
    /// The reason why a text is not a valid proxy; never quotes the text, of which any part may belong to a password.
    package struct Mistake: Error, Hashable, Sendable {
        package let found: String
        package let expected: String
    }

    package static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// The original text, including a password: for libcurl only.
    package let text: String
    /// The text for reports and messages, with `***` in place of the user information.
    package let description: String
    let scheme: String
    let host: String
    /// The port; as in curl, the default is 1080, or 443 for https proxies.
    let port: Int

    /// Whether the proxy does not resolve names, so that the program must resolve the domain's name.
    var requiresAddress: Bool { scheme == "socks4" || scheme == "socks5" }
    var isEncrypted: Bool { scheme == "https" }
    /// The host and port, for messages and to identify the peer.
    var name: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Parses `text`; throws if libcurl could not use it, or could misinterpret it.
    package init(_ text: String) throws(Mistake) {
        var rest = Substring(text)
        var scheme = "http"
        if let separator = rest.firstRange(of: "://") {
            scheme = rest[..<separator.lowerBound].lowercased()
            guard Self.schemes.contains(scheme) else {
                let expected = "expected one of: \(Self.schemes.joined(separator: ", "))"
                throw Mistake(found: "its scheme is not supported", expected: expected)
            }
            rest = rest[separator.upperBound...]
        }
        self.scheme = scheme
        self.text = text
        let schemePrefix = text[..<rest.startIndex]
        if let at = rest.lastIndex(of: "@") {
            try Self.check(userInformation: rest[..<at])
            rest = rest[rest.index(after: at)...]
            description = "\(schemePrefix)***@\(rest)"
        } else {
            description = text
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        guard let end = Self.endOfHost(rest), let url = AbsoluteURL("http://\(rest[..<end])/") else {
            let expected = "expected [SCHEME://][USER:PASSWORD@]HOST[:PORT] in ASCII, such as http://proxy.example:3128"
            throw Mistake(found: "its host or port cannot be read", expected: expected)
        }
        host = url.host
        port = Int(rest[end...].dropFirst()) ?? (scheme == "https" ? 443 : 1080)
    }

    private static func check(userInformation text: Substring) throws(Mistake) {
        var bytes = text.utf8[...]
        while let byte = bytes.popFirst() {
            let character = Unicode.Scalar(byte)
            switch character {
            case "%":
                let escape = String(bytes.prefix(2)) ?? ""
                guard escape.utf8.count == 2, escape.allSatisfy(\.isHexDigit), let value = UInt8(escape, radix: 16)
                else {
                    throw Mistake(
                        found: "a “%” in its user name or password is not followed by two hexadecimal digits",
                        expected: "“%” itself is written %25")
                }
                guard !value.isASCIIControl else { throw controlCharacter }
            case "/", "?", "#", "@":
                throw Mistake(
                    found: "there is a “\(character)” in its user name or password",
                    expected: "“\(character)” is written %\(String(byte, radix: 16, uppercase: true))")
            case " ":
                throw Mistake(found: "there is a space in its user name or password", expected: "it is written %20")
            default: guard !byte.isASCIIControl else { throw controlCharacter }
            }
        }
    }

    private static let controlCharacter = Mistake(
        found: "there is a control character in its user name or password", expected: "a proxy cannot be used with one")

    /// Returns the end of the host; `nil` if it is not a name or an address, or if anything but a port follows it.
    private static func endOfHost(_ text: Substring) -> Substring.Index? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), IPAddress(String(text[..<end].dropFirst()))?.isIPv6 == true else {
                return nil
            }
            let rest = text[text.index(after: end)...]
            return rest.isEmpty || isPort(rest) ? rest.startIndex : nil
        }
        let host = text.prefix { $0 != ":" }
        let rest = text[host.endIndex...]
        let isValid = !host.isEmpty && host.utf8.allSatisfy(\.isHostByte) && (rest.isEmpty || isPort(rest))
        return isValid ? host.endIndex : nil
    }

    /// Returns whether the text is a colon and a number from 1 to 65535.
    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst()
        return text.hasPrefix(":") && (1...5).contains(digits.utf8.count) && digits.utf8.allSatisfy(\.isASCIIDigit)
            && UInt16(digits) ?? 0 > 0
    }
}

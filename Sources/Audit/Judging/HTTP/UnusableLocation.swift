import Basics

/// Explains why the Location of a redirect cannot be followed.
enum UnusableLocation {
    /// Returns the reason as a clause such as “it has no host”, without text from the server except a short scheme.
    static func reason(for location: String) -> String {
        if let byte = location.utf8.first(where: \.isASCIIControl) {
            return "it contains a control character (\(Unicode.Scalar(byte).codePoint))"
        }
        let bytes = location.utf8.count
        if bytes > Redirect.maxLocationLength {
            return
                "it has \(Wording.bytes(bytes)); no more than \(Phrase.number(Redirect.maxLocationLength)) are followed"
        }
        guard let (scheme, rest) = split(location) else {
            return location.hasPrefix("//") && !hasHost(location[...]) ? "it has no host" : otherReason
        }
        if scheme != "https", scheme != "http" {
            // The text before the colon can also be a host with a port.
            return rest.utf8.first?.isASCIIDigit == true ? "it has no scheme" : "its scheme is \(scheme), not https"
        }
        return hasHost(rest) ? otherReason : "it has no host"
    }

    private static let otherReason = "it is not a URL that can be read"

    /// Splits a URL into its scheme in lower case and the text after the colon (RFC 3986, section 3.1); `nil` without
    /// a scheme of usual length.
    private static func split(_ location: String) -> (scheme: String, rest: Substring)? {
        guard let colon = location.utf8.prefix(40).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = location[..<colon].lowercased()
        guard scheme.utf8.first?.isASCIILetter == true, scheme.utf8.allSatisfy(\.isSchemeByte) else { return nil }
        return (scheme, location[location.utf8.index(after: colon)...])
    }

    private static func hasHost(_ rest: Substring) -> Bool {
        guard rest.hasPrefix("//"), let next = rest.utf8.first(where: { $0 != UInt8(ascii: "/") }) else { return false }
        return !":?#".utf8.contains(next)
    }
}

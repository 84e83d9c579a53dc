import AppSiteAssociation
import Basics

/// Parses a user's input into a ``Target``.
///
/// Accepts a host name, an internationalised name, `host:port`, an IPv4 address, an IPv6 address (in brackets if a
/// port follows), a URL (of which host and port are used) and an entry of the associated-domains entitlement
/// (`applinks:*.example.com?mode=developer`). Changes are described in ``Target/notes``.
public enum TargetParser {
    /// The maximum length of an input, in bytes.
    public static let maxInputLength = 4096

    /// The services that an entitlement entry may contain. Documented as domains.form, services.keys
    static let services = AssociationService.allCases.map(\.rawValue)

    /// Parses `input`.
    ///
    /// - Throws: `TargetError` if it is invalid.
    public static func parse(_ input: String) throws(TargetError) -> Target {
        try checkLength(of: input)
        if isPlainName(input) {
            let host = try HostName(Substring(input))
            return Target(input: input, domain: host.domain(), notes: host.notes)
        }
        var reading = Reading(rest: Substring(input))
        reading.trim()
        guard !reading.rest.isEmpty else {
            throw TargetError(found: "it is empty", expected: "a domain such as example.com was expected")
        }
        if let control = reading.rest.unicodeScalars.first(where: { $0.properties.generalCategory == .control }) {
            throw TargetError(
                found: "there is a control character (\(control.codePoint)) in it",
                expected: "a domain is one line of visible characters")
        }
        let redactedInput = redacted(input)
        do throws(TargetError) {
            let (host, port) = try reading.takeAll()
            return Target(
                input: redactedInput, domain: host.domain(port: port), isWildcard: reading.isWildcard,
                notes: reading.notes + host.notes)
        } catch {
            // The error for an “@” in the host quotes nothing; any other error may quote a part of a password.
            let mayQuotePassword = reading.hasRemainingAtSign && !reading.rest.contains("@") && redactedInput != input
            guard mayQuotePassword else { throw error }
            throw TargetError(
                found: "it cannot be read, and is not repeated because of the “@” in it", expected: error.expected)
        }
    }

    static func checkLength(of input: String) throws(TargetError) {
        guard input.utf8.count <= maxInputLength else {
            throw TargetError(
                found: "it has \(Phrase.number(input.utf8.count)) bytes",
                expected: "expected at most \(Phrase.number(maxInputLength))")
        }
    }

    /// Whether `input` contains only letters, digits, hyphens and dots, like nearly every line of a list.
    private static func isPlainName(_ input: String) -> Bool {
        !input.isEmpty && input.utf8.allSatisfy { $0.isHostByte && $0 != UInt8(ascii: "_") }
    }

    static func isAuthorityEnd(_ character: Character) -> Bool {
        character == "/" || character == "?" || character == "#"
    }

    /// Returns the input without user information, and truncated if it is longer than any target can be.
    public static func redacted(_ input: String) -> String {
        let text = hidingUserInformation(of: input)
        return text.utf8.count > maxInputLength ? String(text.unicodeScalars.prefix(200)) + "…" : text
    }

    /// Returns `text` with `***` in place of user information, and of everything else before the last “@”.
    ///
    /// A password with an unencoded “/” or “@” extends beyond the authority. A later “@” therefore belongs to the path
    /// only if the authority contains neither a colon nor an “@”, as in `https://example.com/@someone`.
    private static func hidingUserInformation(of text: String) -> String {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return text }
        let start = text.firstRange(of: "://").flatMap {
            text[..<$0.lowerBound].utf8.allSatisfy(\.isSchemeByte) ? $0.upperBound : nil
        }
        let authority = text[(start ?? text.startIndex)...].prefix { !isAuthorityEnd($0) }
        let hasUser = authority.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }
        guard at >= authority.startIndex, hasUser else { return text }
        return "\(text[..<authority.startIndex])***\(text[at...])"
    }
}

/// An input that is being parsed; each step removes a part of it.
private struct Reading {
    /// The part of the input that has not been parsed yet.
    var rest: Substring
    var notes: [String] = []
    var isWildcard = false
    /// Whether the host or the text after it contains an “@” although the user information was removed.
    var hasRemainingAtSign = false
    var service: String?
    var scheme: String?

    mutating func takeAll() throws(TargetError) -> (host: HostName, port: Int) {
        takeService()
        try takeScheme()
        takeAuthority()
        takeWildcard()
        return try hostAndPort()
    }

    mutating func trim() {
        let before = rest.utf8.count
        rest = rest.trimming(\.isWhitespace)
        if rest.utf8.count != before { notes.append("white space around the domain was removed") }
    }

    /// Removes `applinks:` and the other services of an entitlement entry.
    mutating func takeService() {
        guard let colon = rest.firstIndex(of: ":") else { return }
        let word = rest[..<colon].lowercased()
        guard TargetParser.services.contains(word) else { return }
        service = word
        rest = rest[rest.index(after: colon)...]
        notes.append("the domain was taken from an entitlement entry (\(word))")
    }

    mutating func takeScheme() throws(TargetError) {
        guard let separator = rest.firstRange(of: "://") else { return }
        // If “://” belongs to a URL in the path or the query, no scheme precedes it.
        guard rest[..<separator.lowerBound].utf8.allSatisfy(\.isSchemeByte) else { return }
        let word = rest[..<separator.lowerBound].lowercased()
        guard word == "https" || word == "http" else {
            throw TargetError(
                found: "\(VisibleText.quote(word + "://")) is not a scheme that can be audited",
                expected: "a host name, or a URL that begins with https:// was expected")
        }
        scheme = word
        rest = rest[separator.upperBound...]
        if service == nil { notes.append("the host was taken from a URL") }
        if word == "http" { notes.append("http:// was given: the file is always requested over https") }
    }

    /// Removes everything except host and port from ``rest``.
    mutating func takeAuthority() {
        let end = rest.firstIndex(where: TargetParser.isAuthorityEnd) ?? rest.endIndex
        let tail = rest[end...]
        rest = rest[..<end]
        // Without a scheme, the text before “@” is part of a mail address and not user information.
        if scheme != nil, let at = rest.lastIndex(of: "@") {
            rest = rest[rest.index(after: at)...]
            notes.append("the user information of the URL was removed")
        }
        hasRemainingAtSign = [rest, tail].contains { $0.utf8.contains(UInt8(ascii: "@")) }
        noteOmittedPart(tail)
    }

    mutating func takeWildcard() {
        guard rest.hasPrefix("*."), rest.utf8.count > 2 else { return }
        rest = rest.dropFirst(2)
        isWildcard = true
        notes.append("“*.” was removed: for a wildcard entry, systems read the file of the base domain")
    }

    private mutating func noteOmittedPart(_ tail: Substring) {
        guard !tail.isEmpty, tail != "/" else { return }
        if service != nil, tail.hasPrefix("?mode=") {
            notes.append("\(VisibleText.quote(tail)) was removed: the file is requested as the public sees it")
        } else if scheme == nil || service != nil {
            let excerpt = hasRemainingAtSign ? "the part after the host" : VisibleText.quote(tail)
            notes.append("\(excerpt) was removed: only the host counts")
        }
    }

    func hostAndPort() throws(TargetError) -> (host: HostName, port: Int) {
        guard !rest.isEmpty else {
            throw TargetError(found: "there is no host name", expected: "example.com was expected")
        }
        guard !rest.contains("@") else {
            throw TargetError(
                found: "there is an “@” in the name, as in a mail address",
                expected: "a host name such as example.com was expected")
        }
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else {
                throw TargetError(
                    found: "\(VisibleText.quote(rest)) has no closing bracket",
                    expected: "an IPv6 address looks like [2001:db8::1]")
            }
            let after = rest[rest.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else {
                throw TargetError(
                    found: "\(VisibleText.quote(after)) follows the closing bracket",
                    expected: "only a port may follow, as in [2001:db8::1]:8443")
            }
            let host = try HostName(addressLiteral: rest[rest.index(after: rest.startIndex)..<end])
            return (host, try port(after.dropFirst()))
        }
        guard let colon = rest.firstIndex(of: ":") else { return (try HostName(rest), 443) }
        let after = rest[rest.index(after: colon)...]
        if after.contains(":") { return (try HostName(addressLiteral: rest), 443) }
        guard colon != rest.startIndex else {
            throw TargetError(found: "there is no host name in front of “:”", expected: "example.com:8443 was expected")
        }
        return (try HostName(rest[..<colon]), try port(after))
    }

    /// Parses the port `text`; returns 443 if the port is missing, or if it is port 80 of an `http` URL.
    private func port(_ text: Substring) throws(TargetError) -> Int {
        guard !text.isEmpty else { return 443 }
        guard text.utf8.count <= 5, text.utf8.allSatisfy(\.isASCIIDigit), let port = UInt16(text), port > 0 else {
            // With a dot, the text is probably the domain of an entry, and an unknown service precedes it.
            throw TargetError(
                found: "\(VisibleText.quote(text)) is not a port",
                expected: text.contains(".")
                    ? "an entitlement entry begins with one of \(TargetParser.services.joined(separator: ", "))"
                    : "a port is a number from 1 to 65535")
        }
        return scheme == "http" && port == 80 ? 443 : Int(port)
    }
}

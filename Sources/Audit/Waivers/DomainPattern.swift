import Basics

/// A pattern for domains: a host name in which `*` matches any number of characters, including dots.
///
/// `*.example.com` covers every host below `example.com`, but not that host itself; `*` covers everything. A pattern
/// without a port covers every port. Case is ignored.
public struct DomainPattern: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length of a pattern, in bytes.
    public static let maxLength = 300

    /// The pattern as written.
    public let description: String
    /// The texts between the stars; a pattern without a star is one text.
    private let parts: [ArraySlice<UInt8>]

    /// Parses a pattern.
    ///
    /// - Throws: `SettingError` if it cannot match any domain.
    public init(_ text: String) throws(SettingError) {
        let expected = "expected a host name with * for any characters, such as *.example.com"
        guard !text.isEmpty, text.utf8.count <= Self.maxLength else {
            throw SettingError(found: text.isEmpty ? "it is empty" : "it is too long", expected: expected)
        }
        let hasForbiddenCharacter = text.unicodeScalars.contains {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
                || "/?#@,;\\".unicodeScalars.contains($0)
        }
        if hasForbiddenCharacter {
            throw SettingError(found: "\(VisibleText.quote(text)) is not a domain pattern", expected: expected)
        }
        description = text
        var rest = text.lowercased()[...]
        if rest.hasSuffix("."), rest.utf8.count > 1 { rest = rest.dropLast() }
        parts = Array(rest.utf8).split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    }

    /// Creates the pattern that covers only one domain.
    public init(_ domain: DomainID) {
        description = "\(DomainID.bracketed(domain.host)):\(domain.port)"
        parts = [Array(description.utf8)[...]]
    }

    /// Whether the pattern matches the ASCII or the display name of a domain, with or without its port.
    public func covers(_ domain: DomainID) -> Bool {
        if parts.count > 1, parts.allSatisfy(\.isEmpty) { return true }
        let names = domain.host == domain.displayHost ? [domain.host] : [domain.host, domain.displayHost]
        return names.contains { name in
            let name = name.lowercased()
            return matches(Array(name.utf8)) || matches(Array("\(DomainID.bracketed(name)):\(domain.port)".utf8))
        }
    }

    /// Whether the parts follow each other in `name`, in time proportional to the product of the lengths at worst.
    private func matches(_ name: [UInt8]) -> Bool {
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return name[...] == parts.first }
        guard name.count >= first.count + last.count, name.starts(with: first),
            name.suffix(last.count).elementsEqual(last)
        else { return false }
        var rest = name[first.count..<(name.count - last.count)]
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let start = Bytes.firstIndex(of: Array(part), in: rest) else { return false }
            rest = rest[(start + part.count)...]
        }
        return true
    }
}

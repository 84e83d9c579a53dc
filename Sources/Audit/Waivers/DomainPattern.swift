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
    private let bytes: [UInt8]

    /// Parses a pattern.
    ///
    /// - Throws: `SettingError` if it cannot match any domain.
    public init(_ text: String) throws(SettingError) {
        let expected = "a host name is allowed, with * for any characters, as in *.example.com"
        guard !text.isEmpty, text.utf8.count <= Self.maxLength else {
            throw SettingError(found: text.isEmpty ? "it is empty" : "it is too long", expected: expected)
        }
        let isForeign = text.unicodeScalars.contains {
            $0.properties.isWhitespace || "/?#@,;\\".unicodeScalars.contains($0)
        }
        guard !isForeign, !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw SettingError(found: "\(VisibleText.quote(text)) is not a domain pattern", expected: expected)
        }
        description = text
        var rest = text.lowercased()[...]
        if rest.hasSuffix("."), rest.utf8.count > 1 { rest = rest.dropLast() }
        bytes = Array(rest.utf8)
    }

    /// Creates the pattern that covers only one domain: its host at its port.
    public init(_ domain: DomainID) {
        description = "\(DomainID.bracketed(domain.host)):\(domain.port)"
        bytes = Array(description.utf8)
    }

    /// Returns whether the pattern covers a domain, by its name in ASCII or for display, with or without its port.
    public func covers(_ domain: DomainID) -> Bool {
        if bytes == [UInt8(ascii: "*")] { return true }
        let names = domain.host == domain.displayHost ? [domain.host] : [domain.host, domain.displayHost]
        return names.contains { name in
            let name = name.lowercased()
            return matches(Array(name.utf8)) || matches(Array("\(DomainID.bracketed(name)):\(domain.port)".utf8))
        }
    }

    /// Matches in time proportional to the product of the lengths at worst: backtracking only returns to the last
    /// star.
    private func matches(_ name: [UInt8]) -> Bool {
        var position = 0
        var next = 0
        var star: (pattern: Int, name: Int)?
        while position < name.count {
            if next < bytes.count, bytes[next] == UInt8(ascii: "*") {
                star = (next, position)
                next += 1
            } else if next < bytes.count, bytes[next] == name[position] {
                next += 1
                position += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                next = last.pattern + 1
                position = last.name + 1
            } else {
                return false
            }
        }
        return bytes[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

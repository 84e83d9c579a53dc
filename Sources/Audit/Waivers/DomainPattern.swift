import Basics

/// A pattern for domains: a host name in which `*` stands for any number of characters, dots included.
///
/// `*.example.com` covers every host below `example.com`, but not that host itself; `*` covers everything. A pattern
/// without a port covers every port. Capitals do not matter.
public struct DomainPattern: Hashable, Sendable, CustomStringConvertible {
    /// The longest pattern, in bytes.
    public static let longest = 300

    /// The pattern as it was written.
    public let description: String
    private let bytes: [UInt8]

    /// Reads a pattern.
    ///
    /// - Throws: `SettingError` where no domain can be meant.
    public init(_ text: String) throws(SettingError) {
        let expected = "a host name is allowed, with * for any characters, as in *.example.com"
        guard !text.isEmpty, text.utf8.count <= Self.longest else {
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

    /// Creates the pattern that covers a domain and nothing else: its host at its port.
    public init(_ domain: DomainID) {
        description = "\(DomainID.bracketed(domain.host)):\(domain.port)"
        bytes = Array(description.utf8)
    }

    /// Whether a target belongs to the pattern, by its name in ASCII or for people, with or without its port.
    public func covers(_ domain: DomainID) -> Bool {
        if bytes == [UInt8(ascii: "*")] { return true }
        let names = domain.host == domain.displayHost ? [domain.host] : [domain.host, domain.displayHost]
        return names.contains { name in
            let name = name.lowercased()
            return matches(Array(name.utf8)) || matches(Array("\(DomainID.bracketed(name)):\(domain.port)".utf8))
        }
    }

    /// Compares in time proportional to the product of the lengths at worst: only the last star is ever gone back to.
    private func matches(_ name: [UInt8]) -> Bool {
        var place = 0
        var next = 0
        var star: (pattern: Int, name: Int)?
        while place < name.count {
            if next < bytes.count, bytes[next] == UInt8(ascii: "*") {
                star = (next, place)
                next += 1
            } else if next < bytes.count, bytes[next] == name[place] {
                next += 1
                place += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                next = last.pattern + 1
                place = last.name + 1
            } else {
                return false
            }
        }
        return bytes[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

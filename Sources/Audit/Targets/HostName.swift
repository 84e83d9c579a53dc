import Basics
import CIDN2
import Transport

/// A host name or address literal in its canonical form for requests.
package struct HostName: Hashable {
    /// The maximum length of a label (RFC 1035, section 2.3.4).
    static let maxLabelLength = 63
    /// The maximum length of a name without its trailing dot (RFC 1035, section 2.3.4: 255 octets on the wire).
    static let maxNameLength = 253
    /// The maximum length of a name that libidn2 converts, in bytes: four for each character.
    private static let maxInternationalLength = maxNameLength * 4

    /// The name in ASCII and lower case, without a trailing dot; or an address literal without brackets.
    package private(set) var ascii: String
    private(set) var display: String
    private(set) var notes: [String] = []

    /// Parses the IPv6 address `text`, which was in brackets or has several colons.
    package init(addressLiteral text: Substring) throws(TargetError) {
        guard let address = IPAddress(String(text)), address.isIPv6 else {
            let hasZone = text.contains("%")
            throw TargetError(
                found: "\(VisibleText.quote(text)) is not an IPv6 address",
                expected: hasZone
                    ? "an address with a zone (%…) cannot be requested" : "such an address looks like [2001:db8::1]")
        }
        ascii = address.description
        display = ascii
        if ascii != text { notes.append("the address was written in its short form") }
    }

    package init(_ text: Substring) throws(TargetError) {
        ascii = String(text)
        display = ""
        try Self.checkASCIICharacters(text)

        if text.utf8.contains(where: { $0 >= 0x80 }) {
            try convertToASCII()
        } else if text.utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) {
            ascii = ascii.lowercased()
            notes.append("upper-case letters were made lower case")
        }
        if ascii.hasSuffix("."), ascii.utf8.count > 1 {
            ascii.removeLast()
            notes.append("the trailing dot was removed")
        }
        try checkLabels()
        try checkIPv4Address()
        let mayBeInternational = ascii.utf8.contains(UInt8(ascii: "-")) && ascii.contains("xn--")
        display = mayBeInternational ? (InternationalName.display(ascii) ?? ascii) : ascii
    }

    func domain(port: Int = 443) -> DomainID { DomainID(host: ascii, displayHost: display, port: port) }

    private static func checkASCIICharacters(_ text: Substring) throws(TargetError) {
        guard let byte = text.utf8.first(where: { $0 < 0x80 && !$0.isHostByte }) else { return }
        let scalar = Unicode.Scalar(byte)
        switch scalar {
        case " ", ",", ";":
            throw TargetError(
                found: "\(VisibleText.quote(text)) has \(scalar == " " ? "a space" : "“\(scalar)”") in it",
                expected: "expected a single domain\(scalar == " " ? ", whose name has no spaces" : "")")
        case "*":
            throw TargetError(
                found: "\(VisibleText.quote(text)) has “*” inside the name",
                expected: "a wildcard is the whole first label, as in *.example.com")
        default:
            throw TargetError(
                found: "\(VisibleText.quote(text)) contains “\(scalar)” in the host name",
                expected: "host names consist of letters, digits, hyphens and dots")
        }
    }

    private mutating func convertToASCII() throws(TargetError) {
        let text = ascii
        guard text.utf8.count <= Self.maxInternationalLength else { throw Self.tooLong(text.utf8.count, of: "bytes") }
        do throws(InternationalName.Refusal) {
            ascii = try InternationalName.ascii(text).lowercased()
        } catch {
            throw TargetError(
                found: "\(VisibleText.quote(text)) is not an internationalized host name (\(error.text))",
                expected: "the name can also be given in its ASCII form, which begins with xn--")
        }
        // The mappings of UTS #46 can produce characters that have a meaning in URLs.
        guard ascii.utf8.allSatisfy(\.isHostByte) else {
            throw TargetError(
                found: "\(VisibleText.quote(text)) means \(VisibleText.quote(ascii))",
                expected: "host names consist of letters, digits, hyphens and dots")
        }
        notes.append("the name was written as \(ascii) in ASCII")
    }

    private func checkLabels() throws(TargetError) {
        guard !ascii.isEmpty, ascii != "." else {
            throw TargetError(found: "there is no host name", expected: "example.com was expected")
        }
        guard ascii.utf8.count <= Self.maxNameLength else { throw Self.tooLong(ascii.utf8.count, of: "characters") }
        for label in ascii.split(separator: ".", omittingEmptySubsequences: false) {
            guard !label.isEmpty else {
                throw TargetError(
                    found: "\(VisibleText.quote(ascii)) has an extra dot",
                    expected: "a host name has one dot between labels, and none before the first")
            }
            guard label.utf8.count <= Self.maxLabelLength else {
                throw TargetError(
                    found: "the label \(VisibleText.quote(label, limit: 20)) has \(label.utf8.count) characters",
                    expected: "expected at most \(Self.maxLabelLength) (RFC 1035)")
            }
            guard !label.hasPrefix("-"), !label.hasSuffix("-") else {
                throw TargetError(
                    found: "the label \(VisibleText.quote(label)) begins or ends with a hyphen",
                    expected: "a label begins and ends with a letter or a digit")
            }
        }
    }

    /// Checks that a name whose last label is a number is an IPv4 address, as the URL Standard requires.
    ///
    /// Unlike the standard, rejects short, octal and hexadecimal forms, which programs interpret differently.
    private func checkIPv4Address() throws(TargetError) {
        guard let last = ascii.split(separator: ".").last else { return }
        let isNumber = last.utf8.allSatisfy(\.isASCIIDigit)
        let isHexadecimal = last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
        guard isNumber || isHexadecimal else { return }
        guard IPAddress(ascii)?.isIPv6 == false else {
            throw TargetError(
                found: "\(VisibleText.quote(ascii)) ends in a number and is not an IPv4 address",
                expected: "such an address is four numbers from 0 to 255 without leading zeros, as in 192.0.2.1")
        }
    }

    private static func tooLong(_ count: Int, of unit: String) -> TargetError {
        TargetError(
            found: "the host name has \(count) \(unit)",
            expected: "expected at most \(maxNameLength) characters (RFC 1035)")
    }
}

/// Internationalised host names, through libidn2 (RFC 5891, UTS #46 without the transitional mappings).
package enum InternationalName {
    struct Refusal: Error {
        var text: String
    }

    private static let flags = CInt(bitPattern: IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)

    /// The version of libidn2 that this process uses, such as `2.3.3`.
    package static var libraryVersion: String { idn2_check_version(nil).map { String(cString: $0) } ?? "unknown" }

    /// Returns the ASCII form of `name` in lower case, with internationalised labels in Punycode (`xn--`).
    static func ascii(_ name: String) throws(Refusal) -> String {
        try convert(name) { idn2_to_ascii_8z($0, $1, flags) }
    }

    /// Returns the Unicode form of an ASCII name for display; `nil` if IDNA 2008 does not allow the decoded name.
    ///
    /// Decoding does not validate the name (`xn--a` decodes to a control character), but encoding the result does.
    static func display(_ name: String) -> String? {
        guard let decoded = try? convert(name, with: { idn2_to_unicode_8z8z($0, $1, 0) }) else { return nil }
        guard let encoded = try? ascii(decoded), encoded == name else { return nil }
        return decoded
    }

    private typealias Conversion = (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt

    private static func convert(_ name: String, with conversion: Conversion) throws(Refusal) -> String {
        var output: UnsafeMutablePointer<CChar>?
        let code = name.withCString { conversion($0, &output) }
        defer { idn2_free(output) }
        guard code == IDN2_OK.rawValue, let output else {
            throw Refusal(text: idn2_strerror(code).map { String(cString: $0) } ?? "error \(code)")
        }
        return String(cString: output)
    }
}

import CIDN2

/// Internationalised host names, through libidn2 (RFC 5891, UTS #46 without the transitional mappings).
package enum InternationalName {
    struct Refusal: Error {
        var text: String
    }

    private static let flags = CInt(bitPattern: IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)

    /// The version of libidn2 that this process uses, such as `2.3.3`.
    package static var libraryVersion: String {
        idn2_check_version(nil).map { String(cString: $0) } ?? "unknown"
    }

    /// Returns the ASCII form of `name` in lower case, with internationalised labels in Punycode (`xn--`).
    static func ascii(_ name: String) throws(Refusal) -> String {
        try convert(name) { idn2_to_ascii_8z($0, $1, flags) }
    }

    /// Returns the Unicode form of an ASCII name for display; `nil` if IDNA 2008 does not allow the decoded name.
    ///
    /// Decoding does not validate the name (`xn--a` decodes to a control character), so the decoded name must encode to
    /// the same ASCII form.
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

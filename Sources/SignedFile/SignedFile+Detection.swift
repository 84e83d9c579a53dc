import Basics

import struct Foundation.Data

extension SignedFile {
    /// The object identifiers 1.2.840.113549.1.7.x with tag and length: 2 is SignedData (RFC 5652, section 5.1).
    private static let pkcs7Identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
    /// The number of bytes that are searched for the identifier: usually at most ten bytes precede it.
    private static let searchedLength = 32

    /// Whether `bytes` begin with a SEQUENCE and the identifier of a PKCS #7 content type.
    private static func isEnvelope(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == 0x30 else { return false }
        let start = bytes.prefix(searchedLength)
        return start.indices.contains { start[$0...].starts(with: pkcs7Identifier) }
    }

    /// Detects the encoding of an envelope from the beginning of `bytes`, even if the rest cannot be read.
    package static func detect(_ bytes: some Collection<UInt8>) -> Encoding {
        let bytes = Array(bytes.prefix(1024))
        if isEnvelope(bytes) { return .der }
        let unmarked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let text = unmarked.drop { isWhiteSpace($0) }
        // A text envelope begins with dashes, with a mail header, or with the M that encodes a SEQUENCE in base 64.
        guard let first = text.first, "-CMcm".utf8.contains(first) else { return .none }
        guard text.allSatisfy({ $0 < 0x80 }) else { return .none }
        let lowercased = String(decoding: text, as: UTF8.self).lowercased()
        if lowercased.hasPrefix("-----begin ") {
            let label = lowercased.dropFirst("-----begin ".count).prefix { $0 != "-" }
            return ["pkcs7", "cms", "pkcs #7 signed data"].contains(label) ? .pem : .none
        }
        if lowercased.hasPrefix("mime-version:") || lowercased.hasPrefix("content-type:") {
            return lowercased.contains("pkcs7-") ? .mime : .none
        }
        return isEnvelope(decodedBase64(text)) ? .base64 : .none
    }

    /// Returns the first bytes of a text in base 64; anything after an invalid character is ignored.
    private static func decodedBase64(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let maxDigits = (searchedLength + 2) / 3 * 4
        let digits = text.lazy.filter { !isWhiteSpace($0) }
            .prefix { $0.isASCIILetter || $0.isASCIIDigit || "+/".utf8.contains($0) }.prefix(maxDigits)
        // Base 64 is decoded in groups of four digits.
        return Array(Data(base64Encoded: Data(digits.prefix(digits.count / 4 * 4))) ?? Data())
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

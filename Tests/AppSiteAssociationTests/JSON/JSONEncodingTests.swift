import Testing

@testable import AppSiteAssociation

/// The encoding is reported separately from the content.
@Suite struct JSONEncodingTests {
    @Test(
        arguments: [
            JSONEncoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
        ], [true, false])
    func wideEncodingsAreReportedAndRead(_ encoding: JSONEncoding, mark: Bool) throws {
        for text in ["{\"a\":\"é😀\"}", "[1,2]", "\"日本\"", "1"] {
            let bytes = EncodedTexts.bytes(of: text, as: encoding, mark: mark)
            let reading = JSONReading(bytes)
            #expect(reading.encoding == encoding, "\(text)")
            #expect(try reading.result.get().root == JSONDocument(text: text).root)
            let error = #expect(throws: JSONReadError.self) { try JSONDocument(bytes) }
            #expect(error?.kind == .wrongEncoding)
            #expect(error?.message == "the text is \(encoding.rawValue); allowed: UTF-8 without a byte order mark")
        }
    }

    @Test func aByteOrderMarkOfUTF8IsReportedAndSkipped() throws {
        let bytes = EncodedTexts.bytes(of: "{\"a\":1}", as: .utf8, mark: true)
        let document = try JSONDocument(bytes)
        #expect(document.encoding == .utf8WithByteOrderMark)
        #expect(document.encoding.isUTF8)
        #expect(document.root["a"]?.text == "1")
        #expect(document.root.range == 3..<10)
        #expect(document.bytes == bytes)
    }

    @Test func eightBitEncodingsAreReported() throws {
        let reading = JSONReading(EncodedTexts.bytes(of: "{\n\"a\": \"café\"}", as: .notUnicode, mark: false))
        #expect(reading.encoding == .notUnicode)
        #expect(!reading.encoding.isUTF8)
        let error = #expect(throws: JSONReadError.self) { try reading.result.get() }
        #expect(error?.kind == .invalidUTF8)
        #expect(error?.position == JSONPosition(line: 2, column: 10, offset: 11))
        #expect(
            error?.message
                == "byte 0xE9 (‘é’ in ISO 8859-1) at line 2, column 10; expected UTF-8")
    }

    @Test(
        arguments: [
            [0x5B, 0x00, 0x5D], [0x00], [0x00, 0x00], [0x31, 0x00, 0x00], [0xFF, 0xFE], [0xFE, 0xFF, 0x00],
            [0x00, 0x00, 0x00, 0x31, 0x00],
            [0xFF, 0xFE, 0x00, 0x00], [0x00, 0xD8], [0x22, 0x00, 0x00, 0xD8, 0x22, 0x00], [0x00, 0x11, 0x00, 0x00],
        ] as [[UInt8]])
    func brokenWideTextsAreRefusedOrRead(_ bytes: [UInt8]) {
        let reading = JSONReading(bytes)
        if case .success(let document) = reading.result { #expect(document.root.kind == .string) }
        #expect(throws: JSONReadError.self) { try JSONDocument(bytes) }
    }
}

/// A JSON text that was read: the bytes, and a flat table of its values in the order of the text.
///
/// All information is kept: order, duplicate keys, the notation of numbers and strings, and white space. Reading takes
/// time and memory in proportion to the text, without recursion.
public final class JSONDocument: Sendable {
    /// The text in UTF-8, including a byte order mark; byte offsets refer to it.
    package let bytes: [UInt8]
    package let encoding: JSONEncoding
    /// The values, in the order in which they begin in the text.
    let nodes: [JSONNode]
    private let lines: LineTable

    /// Reads a text strictly according to RFC 8259.
    ///
    /// A UTF-8 byte order mark is allowed. Strings may contain escaped lone surrogates, as the grammar allows. At most
    /// 512 arrays and objects can be open at once, which is Foundation's limit, too.
    /// - Parameter bytes: The text in UTF-8, at most 2 GiB.
    /// - Throws: An error with the position, the found and the expected text, even for valid UTF-16 or UTF-32.
    public convenience init(_ bytes: [UInt8]) throws(JSONReadError) {
        let (encoding, markLength) = JSONEncoding.detect(in: bytes)
        guard encoding.isUTF8 else {
            let expected = "UTF-8 without a byte order mark"
            throw JSONReadError(JSONParser.Failure(kind: .wrongEncoding, offset: 0, expected: expected), bytes: bytes)
        }
        try self.init(utf8: bytes, from: markLength, encoding: encoding)
    }

    /// Reads the text of a string; see ``init(_:)``.
    public convenience init(text: String) throws(JSONReadError) { try self.init(Array(text.utf8)) }

    fileprivate init(utf8 bytes: [UInt8], from start: Int, encoding: JSONEncoding) throws(JSONReadError) {
        nodes = try JSONParser.nodes(of: bytes, from: start)
        self.bytes = bytes
        self.encoding = encoding
        lines = bytes.withUnsafeBufferPointer(LineTable.init)
    }

    /// The outermost value.
    public var root: JSONValue { JSONValue(document: self, index: 0) }

    func position(of offset: Int) -> JSONPosition { lines.position(of: offset, in: bytes) }
}

/// The result of reading a text: its encoding, and the document or the error.
///
/// UTF-16 and UTF-32 are read as well, as by Foundation, so that more can be reported.
package struct JSONReading: Sendable {
    package let encoding: JSONEncoding
    /// The document, or the error if there is none; offsets refer to the text converted to UTF-8.
    package let result: Result<JSONDocument, JSONReadError>

    package init(_ bytes: [UInt8]) {
        let (encoding, markLength) = JSONEncoding.detect(in: bytes)
        do throws(JSONReadError) {
            let (text, start) =
                encoding.isUTF8 ? (bytes, markLength) : (encoding.transcodingToUTF8(bytes.dropFirst(markLength)), 0)
            result = .success(try JSONDocument(utf8: text, from: start, encoding: encoding))
            self.encoding = encoding
        } catch {
            result = .failure(error)
            self.encoding = error.kind == .invalidUTF8 ? .notUnicode : encoding
        }
    }
}

/// A value or a key in the table of a document.
struct JSONNode {
    var start: UInt32
    /// The offset after the last byte of the value.
    var end: UInt32
    /// The index of the array or object that contains the value; for the outermost value, its own index.
    var parent: UInt32
    /// The index of the value in the array, or the index of its member in the object.
    var ordinal: UInt32
    /// The index of the first value after this one and its content.
    var next: UInt32
    var count: UInt32
    var kind: JSONValue.Kind
    var flags: Flags

    struct Flags: OptionSet {
        var rawValue: UInt8
        static let escapes = Flags(rawValue: 1)
        static let isKey = Flags(rawValue: 2)
    }
}

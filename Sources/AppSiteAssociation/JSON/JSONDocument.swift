/// The result of reading a JSON text: the bytes, and a flat table of its values in the order of the text.
///
/// All information is kept: order, duplicate keys, the notation of numbers and strings, and white space. Reading takes
/// time and memory in proportion to the text, without recursion.
public struct JSONDocument: Sendable {
    let storage: JSONStorage

    init(storage: JSONStorage) { self.storage = storage }

    /// Reads a text strictly according to RFC 8259.
    ///
    /// A UTF-8 byte order mark is allowed and reported by ``encoding``. Strings may contain escaped lone surrogates,
    /// which the grammar allows; see ``JSONValue/hasLoneSurrogates``.
    /// - Parameters:
    ///   - bytes: The text in UTF-8, at most 2 GiB.
    ///   - depthLimit: The maximum number of arrays and objects that can be open at once; Foundation's limit is 512,
    ///     too.
    /// - Throws: An error with the position, the found and the expected text, even for valid UTF-16 or UTF-32.
    public init(_ bytes: [UInt8], depthLimit: Int = JSONReading.standardDepthLimit) throws(JSONReadError) {
        let reading = JSONReading(bytes, depthLimit: depthLimit)
        if !reading.encoding.isUTF8, reading.encoding != .notUnicode {
            throw JSONReadError.wrongEncoding(reading.encoding, bytes: bytes)
        }
        self = try reading.result.get()
    }

    /// Reads the text of a string; see ``init(_:depthLimit:)``.
    public init(text: String, depthLimit: Int = JSONReading.standardDepthLimit) throws(JSONReadError) {
        try self.init(Array(text.utf8), depthLimit: depthLimit)
    }

    /// The outermost value.
    public var root: JSONValue { JSONValue(storage: storage, index: 0) }

    /// The original encoding of the bytes.
    public var encoding: JSONEncoding { storage.encoding }

    /// The text in UTF-8, including a byte order mark; byte offsets refer to it.
    public var bytes: [UInt8] { storage.bytes }
}

/// The result of reading a text: its encoding, and the document or the error.
///
/// Unlike ``JSONDocument/init(_:depthLimit:)``, also reads UTF-16 and UTF-32, as Foundation does, so that a report can
/// contain more than the encoding error.
public struct JSONReading: Sendable {
    /// The maximum number of arrays and objects that can be open at once: 512, as in Foundation.
    public static let standardDepthLimit = 512

    /// The encoding of the bytes.
    public let encoding: JSONEncoding
    /// The document, or the error if there is none.
    ///
    /// Offsets refer to the text converted to UTF-8.
    public let result: Result<JSONDocument, JSONReadError>

    /// Reads `bytes` in any encoding.
    public init(_ bytes: [UInt8], depthLimit: Int = JSONReading.standardDepthLimit) {
        let (encoding, markLength) = JSONEncoding.detect(in: bytes)
        let text = encoding.isUTF8 ? bytes : encoding.transcodingToUTF8(bytes, markLength: markLength)
        do {
            let storage = try JSONParser.parse(
                text, encoding: encoding, start: encoding.isUTF8 ? markLength : 0, depthLimit: depthLimit)
            self.encoding = encoding
            result = .success(JSONDocument(storage: storage))
        } catch {
            self.encoding = error.kind == .invalidUTF8 ? .notUnicode : encoding
            result = .failure(error)
        }
    }
}

/// One value of the table, in the order in which values begin in the text.
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
    /// The number of elements or members of the value.
    var count: UInt32
    var kind: JSONValue.Kind
    var flags: Flags

    struct Flags: OptionSet {
        var rawValue: UInt8
        static let escapes = Flags(rawValue: 1)
        static let loneSurrogates = Flags(rawValue: 2)
        static let isKey = Flags(rawValue: 4)
        static let isTrue = Flags(rawValue: 8)
    }
}

/// The immutable storage of a document, shared by all of its values.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]
    let lines: LineTable
    let encoding: JSONEncoding

    init(bytes: [UInt8], nodes: [JSONNode], encoding: JSONEncoding) {
        self.bytes = bytes
        self.nodes = nodes
        self.encoding = encoding
        lines = bytes.withUnsafeBufferPointer(LineTable.init)
    }

    func position(of offset: Int) -> JSONPosition { lines.position(of: offset, in: bytes) }
}

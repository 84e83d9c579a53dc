import Basics

/// Collects the header lines of a response from libcurl, within limits.
///
/// Each status line begins a new header, so the headers of 1xx responses, which precede the final response, are
/// dropped. Lines after a complete header are trailers (RFC 9110, section 6.5), which are dropped too.
struct HeaderCollector {
    private(set) var status: Int?
    private(set) var fields: [HeaderField] = []
    private(set) var isComplete = false
    /// The limit that the server exceeded, in words; `nil` if none.
    private(set) var exceededLimit: String?

    private let maxBytes: Int
    private let maxFields: Int
    private var byteCount = 0
    private var fieldCount = 0
    /// The codings of the body from all headers, because libcurl applies even those of 1xx responses.
    private var codings: [String] = []

    init(maxBytes: Int, maxFields: Int) {
        self.maxBytes = maxBytes
        self.maxFields = maxFields
    }

    /// Adds a header line; returns whether the transfer may continue.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Bool {
        byteCount += line.count
        guard byteCount <= maxBytes else {
            exceededLimit = "the header is longer than \(maxBytes) bytes"
            return false
        }
        var text = line[...]
        while let last = text.last, last == 0x0A || last == 0x0D { text = text.dropLast() }
        if status == nil || isComplete, text.starts(with: "HTTP/".utf8) {
            begin(text)
        } else if text.isEmpty {
            if status != nil, !isComplete { codings += Self.codings(in: fields) }
            isComplete = status != nil
            return codingProblem == nil
        } else if !isComplete {
            return add(text)
        }
        return true
    }

    /// The reason why the body is refused; `nil` unless it has more than one coding.
    ///
    /// All decoders run within one call of libcurl. Between two of them, a few bytes can expand to gigabytes without
    /// producing any output, and no limit or deadline is checked during the call.
    var codingProblem: String? {
        guard codings.count > 1 else { return nil }
        let names = codings.prefix(4).joined(separator: ", ") + (codings.count > 4 ? ", …" : "")
        return "the body has \(codings.count) content codings (\(names)), but at most one is supported"
    }

    /// Returns the codings in a header, without `chunked` and those that leave the body unchanged.
    private static func codings(in fields: [HeaderField]) -> [String] {
        (fields.values(of: "content-encoding") + fields.values(of: "transfer-encoding"))
            .flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
            .map { String(decoding: $0, as: UTF8.self).lowercased().filter { !$0.isWhitespace } }
            .filter { !["", "identity", "none", "chunked"].contains($0) }
    }

    private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
        fields = []
        isComplete = false
    }

    private mutating func add(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        fieldCount += 1
        guard fieldCount <= maxFields else {
            exceededLimit = "the header has more than \(maxFields) fields"
            return false
        }
        if line.first?.isBlank == true, !fields.isEmpty {
            // A folded line (RFC 9112, section 5.2) continues the value of the previous field.
            fields[fields.count - 1].value += " " + Self.text(line)
        } else {
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            fields.append(HeaderField(name: Self.text(name), value: Self.text(line[name.endIndex...].dropFirst())))
        }
        return true
    }

    /// Decodes bytes as UTF-8, or as ISO 8859-1 if they are not valid UTF-8, and removes surrounding blanks.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let bytes = bytes.trimming { $0.isBlank }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

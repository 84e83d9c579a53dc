/// A parser that splits the text of stored reports, NDJSON and JSON documents in any order, into domains.
///
/// The parser only tracks brackets and strings; the caller determines whether a piece is valid JSON. Malformed text is
/// reported with its line, and parsing resumes at the next line that begins with an object.
struct ReportSplitter {
    enum Piece {
        /// The beginning of a document up to its domains, with closing brackets so that it can be parsed.
        case head([UInt8], line: Int)
        case domain([UInt8], line: Int)
        /// A complete object: the domain of an NDJSON line, or a document without its domains.
        case object([UInt8], line: Int, isDocument: Bool)
        case broken(String, line: Int)
    }

    /// The maximum length of an object.
    let maxBytes: Int

    private static let cutOffReason = "incomplete JSON object ignored; if this was a report, it was cut off"

    private var line = 1
    private var isLineStart = true
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The open object, and the line on which the object begins.
    private var object: [UInt8] = []
    private var objectLine = 0
    /// The position after the opening quote of the last string directly in the object.
    private var stringStart = 0
    private var followsDomainsKey = false
    private var isDocument = false
    private var isInDomains = false
    /// The open domain of the document, and the line on which the domain begins.
    private var domain: [UInt8] = []
    private var domainLine = 0
    /// Whether the current element of the domains has been reported because it is not an object.
    private var hasReportedElement = false
    /// Whether the rest of the line belongs to malformed text that has been reported.
    private var skipsLine = false

    private var pieces: [Piece] = []

    init(maxBytes: Int = 16 << 20) {
        self.maxBytes = maxBytes
    }

    /// Returns the pieces that end in `bytes`, the next bytes of the text.
    mutating func split(_ bytes: ArraySlice<UInt8>) -> [Piece] {
        defer { pieces = [] }
        var rest = bytes
        while let byte = rest.first {
            if isInString, !isEscaped, Self.isPlain(byte) {
                // Most bytes of a report are inside strings, and are processed together.
                let end = rest.firstIndex { !Self.isPlain($0) } ?? rest.endIndex
                keep(rest[..<end])
                isLineStart = false
                discardIfTooLong()
                rest = rest[end...]
                continue
            }
            process(byte)
            isLineStart = byte == UInt8(ascii: "\n")
            if isLineStart { line += 1 }
            rest = rest.dropFirst()
        }
        return pieces
    }

    /// Returns whether a byte inside a string neither ends the string nor affects the next byte.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\n")
    }

    /// The malformed piece at the end of the text; empty if the text ends with a complete piece.
    var unfinished: [Piece] { depth > 0 ? [.broken(Self.cutOffReason, line: openLine)] : [] }
    private var isBetweenDomains: Bool { isInDomains && depth == 2 && domain.isEmpty && !isInString }
    private var openLine: Int { domain.isEmpty ? objectLine : domainLine }

    private mutating func process(_ byte: UInt8) {
        // An object is truncated if another object begins at the start of a line, or if a line ends inside a string.
        if skipsLine {
            skipsLine = byte != UInt8(ascii: "\n")
        } else if depth == 0 {
            begin(byte)
        } else if isLineStart, byte == UInt8(ascii: "{"), !isBetweenDomains {
            pieces.append(.broken(Self.cutOffReason, line: openLine))
            reset()
            begin(byte)
        } else if isInString, byte == UInt8(ascii: "\n") {
            let reason = "incomplete JSON object ignored: a string does not end on its line"
            pieces.append(.broken(reason, line: line))
            reset()
        } else {
            processInObject(byte)
        }
    }

    private mutating func processInObject(_ byte: UInt8) {
        keep(CollectionOfOne(byte))
        if discardIfTooLong() {
            // After a line feed, nothing is left of the line.
            skipsLine = byte != UInt8(ascii: "\n")
            return
        }
        if isInString {
            isInString = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        } else {
            processOutsideString(byte)
        }
    }

    /// Discards an object that is too long, and the rest of its line; returns whether the object was discarded.
    @discardableResult
    private mutating func discardIfTooLong() -> Bool {
        guard object.count + domain.count > maxBytes else { return false }
        pieces.append(.broken("this JSON object is longer than \(maxBytes >> 20) MiB", line: openLine))
        reset()
        skipsLine = true
        return true
    }

    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"):
            depth = 1
            object = [byte]
            objectLine = line
        // White space, the byte order mark, and the separator of JSON text sequences (RFC 7464).
        case 0x20, 0x09, 0x0D, 0x0A, 0xEF, 0xBB, 0xBF, 0x1E: break
        default:
            pieces.append(.broken("an object in braces was expected here", line: line))
            skipsLine = true
        }
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        if !domain.isEmpty {
            domain.append(contentsOf: bytes)
        } else if !isInDomains {
            object.append(contentsOf: bytes)
        }
    }

    private mutating func processOutsideString(_ byte: UInt8) {
        if isBetweenDomains { reportIfNoObject(byte) }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            if depth == 1 { stringStart = object.count }
        case UInt8(ascii: ":"):
            if depth == 1 { followsDomainsKey = object[stringStart...].starts(with: "domains\"".utf8) }
        case UInt8(ascii: ","): if depth == 1 { followsDomainsKey = false }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if depth == 1, byte == UInt8(ascii: "["), followsDomainsKey {
                isInDomains = true
                isDocument = true
                pieces.append(.head(object + Array("]}".utf8), line: objectLine))
            } else if depth == 2, isInDomains {
                domain = [byte]
                domainLine = line
            }
            depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth == 2, isInDomains {
                pieces.append(.domain(domain, line: domainLine))
                domain = []
            } else if depth == 1, isInDomains {
                isInDomains = false
                keep(CollectionOfOne(byte))
            } else if depth == 0 {
                pieces.append(.object(object, line: objectLine, isDocument: isDocument))
                reset()
            }
        default: break
        }
    }

    private mutating func reportIfNoObject(_ byte: UInt8) {
        if byte == UInt8(ascii: ",") { hasReportedElement = false }
        if hasReportedElement || ",{[] \t\r\n".utf8.contains(byte) { return }
        pieces.append(.broken("each domain of a document must be an object", line: line))
        hasReportedElement = true
    }

    private mutating func reset() {
        var splitter = ReportSplitter()
        splitter.line = line
        splitter.isLineStart = isLineStart
        splitter.pieces = pieces
        self = splitter
    }
}

/// Contents under status 200.
///
/// | answer | what is sent |
/// | --- | --- |
/// | `mediaType(text)` | the correct file with any `Content-Type`; without the field if `nil` |
/// | `empty` | no bytes |
/// | `whiteSpace` | blank lines |
/// | `page`, `pageAsJSON` | a web page as `text/html`, and as `application/json` |
/// | `byteOrderMark` | the file after EF BB BF |
/// | `utf16(bigEndian:mark:)` | the file as UTF-16 |
/// | `latin1` | JSON with a byte that is not UTF-8 |
/// | `brokenJSON`, `arrayJSON`, `noService` | an unfinished object, `[]`, `{}` |
/// | `deepJSON(n)` | n nested arrays |
/// | `hostileJSON` | strings that attack terminals, HTML and CSV |
extension Answer {
    /// The correct file under any media type.
    public static func mediaType(_ type: String?) -> Answer {
        ok(Sample.association, type: type).named("type: \(type.map { String(reflecting: $0) } ?? "no field")")
    }

    /// No bytes.
    public static let empty = ok("").named("empty file")
    /// Only white space.
    public static let whiteSpace = ok("\r\n \n\t").named("white space")
    /// A web page, declared as such.
    public static let page = ok(Sample.page, type: "text/html; charset=utf-8").named("page")
    /// A web page with the media type of the file.
    public static let pageAsJSON = ok(Sample.page).named("page as JSON")
    /// A byte order mark, which JSON does not allow (RFC 8259 section 8.1).
    public static let byteOrderMark = ok([0xEF, 0xBB, 0xBF] + Array(Sample.association.utf8)).named("byte order mark")
    /// A byte of ISO 8859-1 where UTF-8 is expected.
    public static let latin1 = ok(Array("{\"applinks\":{\"caf".utf8) + [0xE9] + Array("\":{}}}".utf8)).named(
        "ISO 8859-1")
    /// An object without its end.
    public static let brokenJSON = ok("{\n  \"applinks\": {\n    \"details\": [\n      {,}\n").named("broken JSON")
    /// An array at the top.
    public static let arrayJSON = ok("[\(Sample.association)]").named("array at the top")
    /// An object without any service.
    public static let noService = ok("{\"version\":1}").named("no service")

    /// The file as UTF-16.
    public static func utf16(bigEndian: Bool = false, mark: Bool = true) -> Answer {
        let units = (mark ? [0xFEFF] : []) + Array(Sample.association.utf16)
        let bytes = units.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return bigEndian ? [high, low] : [low, high]
        }
        return ok(bytes).named("UTF-16\(bigEndian ? "BE" : "LE")\(mark ? " with its mark" : "")")
    }

    /// The given number of nested arrays.
    public static func deepJSON(_ depth: Int) -> Answer {
        ok("{\"applinks\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}")
            .named("\(depth) nested arrays")
    }

    /// Strings that are dangerous if printed unescaped; includes unescaped control characters, which JSON forbids.
    public static let hostileJSON = ok(
        "{\"applinks\":{\"details\":[{\"appIDs\":[\"" + HostileText.all.joined() + "\"]}]}}"
    ).named("hostile JSON")
}

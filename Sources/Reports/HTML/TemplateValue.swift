import Basics
import Mustache

/// A value that a template shows, escaped where it is made and nowhere else.
enum TemplateValue: Sendable {
    /// Text in which everything that cannot be seen has been made visible.
    case text(String)
    case flag(Bool)
    case texts([String])
    case list([TemplateObject])
    case object(TemplateObject)
    /// Markup of this program's own; never for anything that came from outside.
    case markup(String)
}

/// Named values, in the order in which they were set; what is empty or false is left out.
struct TemplateObject: Sendable, MustacheParent {
    private(set) var entries: [(key: String, value: TemplateValue)] = []

    /// Whether nothing was set.
    var isEmpty: Bool { entries.isEmpty }

    /// Sets foreign or own text on one line: controls and what cannot be seen become visible.
    mutating func text(_ key: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        entries.append((key, .text(VisibleText.escape(text))))
    }

    /// Sets lines of text; each is made visible for itself.
    mutating func block(_ key: String, _ lines: [String]) {
        guard !lines.isEmpty else { return }
        entries.append((key, .text(lines.map(VisibleText.escape).joined(separator: "\n"))))
    }

    mutating func number(_ key: String, _ number: Int?) {
        guard let number else { return }
        entries.append((key, .text(String(number))))
    }

    mutating func flag(_ key: String, _ flag: Bool) {
        if flag { entries.append((key, .flag(true))) }
    }

    mutating func texts(_ key: String, _ texts: [String]) {
        if !texts.isEmpty { entries.append((key, .texts(texts.map(VisibleText.escape)))) }
    }

    mutating func list(_ key: String, _ objects: [TemplateObject]) {
        if !objects.isEmpty { entries.append((key, .list(objects))) }
    }

    /// Sets an object for each of `values`.
    mutating func list<Value>(
        _ key: String, _ values: some Sequence<Value>, _ fill: (inout TemplateObject, Value) -> Void
    ) {
        list(key, values.map { value in TemplateObject { fill(&$0, value) } })
    }

    mutating func object(_ key: String, _ object: TemplateObject?) {
        if let object, !object.isEmpty { entries.append((key, .object(object))) }
    }

    /// Sets an object, unless it stays empty.
    mutating func object(_ key: String, _ fill: (inout TemplateObject) -> Void) { object(key, TemplateObject(fill)) }

    /// Sets markup of this program's own.
    mutating func markup(_ key: String, _ markup: String) { entries.append((key, .markup(markup))) }

    /// Sets what `other` has and this object has not.
    mutating func add(_ other: TemplateObject) { entries += other.entries }

    /// Creates an object without values.
    init() {}

    /// Creates an object and sets its values.
    init(_ fill: (inout TemplateObject) -> Void) { fill(&self) }

    /// The value that was set first under `key`.
    func value(_ key: String) -> TemplateValue? { entries.first { $0.key == key }?.value }

    /// What swift-mustache asks for.
    func child(named name: String) -> Any? {
        guard let value = value(name) else { return nil }
        return switch value {
        case .text(let text): EscapedText(text)
        case .flag(let flag): flag
        case .texts(let texts): texts.map { EscapedText($0) }
        case .list(let objects): objects
        case .object(let object): object
        case .markup(let markup): EscapedText(markup: markup)
        }
    }
}

/// Text that HTML takes as text.
///
/// swift-mustache escapes grapheme clusters: a quotation mark that a combining character follows is another cluster and
/// passes it (2.1.1). So the templates declare that they take text as it is, and it is escaped here, scalar by scalar.
struct EscapedText: MustacheCustomRenderable, MustacheParent {
    let renderText: String
    var isNull: Bool { renderText.isEmpty }

    init(_ text: String) { renderText = Self.escape(text) }

    init(markup: String) { renderText = markup }

    /// Has nothing inside: a name that is looked for here is found further out.
    func child(named name: String) -> Any? { nil }

    /// Writes the five characters that mean something in text and in quoted attributes as references, and all that is not
    /// ASCII, so that a page reads the same whatever character set a server says it has.
    static func escape(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "'": bytes.append(contentsOf: "&#39;".utf8)
            default:
                if scalar.isASCII {
                    bytes.append(UInt8(scalar.value))
                } else {
                    bytes.append(contentsOf: "&#\(scalar.value);".utf8)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

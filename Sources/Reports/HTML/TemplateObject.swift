import Basics
import Mustache

/// The named values of a template, which are escaped when they are set; empty and false values are omitted.
struct TemplateObject: Sendable, MustacheParent {
    private(set) var entries: [(key: String, value: any Sendable)] = []

    init(_ fill: (inout TemplateObject) -> Void) { fill(&self) }

    /// Sets text from any source on one line: control and invisible characters are escaped.
    mutating func text(_ key: String, _ text: String?) {
        if let text, !text.isEmpty { entries.append((key, EscapedText(VisibleText.escape(text)))) }
    }

    mutating func set(_ texts: KeyValuePairs<String, String?>) {
        for (key, text) in texts { self.text(key, text) }
    }

    /// Sets lines of text; each is escaped separately.
    mutating func block(_ key: String, _ lines: [String]) {
        guard !lines.isEmpty else { return }
        entries.append((key, EscapedText(lines.map(VisibleText.escape).joined(separator: "\n"))))
    }

    mutating func number(_ key: String, _ number: Int?) { text(key, number.map(String.init)) }

    mutating func flag(_ key: String, _ flag: Bool) {
        if flag { entries.append((key, true)) }
    }

    mutating func texts(_ key: String, _ texts: [String]) {
        if !texts.isEmpty { entries.append((key, texts.map { EscapedText(VisibleText.escape($0)) })) }
    }

    mutating func list<Value>(
        _ key: String, _ values: some Sequence<Value>, _ fill: (inout TemplateObject, Value) -> Void
    ) {
        let objects = values.map { value in TemplateObject { fill(&$0, value) } }
        if !objects.isEmpty { entries.append((key, objects)) }
    }

    mutating func object(_ key: String, _ fill: (inout TemplateObject) -> Void) {
        let object = TemplateObject(fill)
        if !object.entries.isEmpty { entries.append((key, object)) }
    }

    /// Sets a list of facts; facts without a value are omitted, and facts with a target are links.
    mutating func facts(_ facts: [(key: String, value: String?)], targets: [String: String] = [:]) {
        self.list("fact", facts.filter { $0.value != nil }) { object, fact in
            object.text("key", fact.key)
            object.text("value", fact.value == "" ? "(empty)" : fact.value)
            object.text("factTarget", targets[fact.key])
        }
    }

    /// Sets markup of this program; never text from outside.
    mutating func markup(_ key: String, _ markup: String) { entries.append((key, EscapedText(markup: markup))) }

    /// Returns the value that was first set for `name`, for swift-mustache.
    func child(named name: String) -> Any? { entries.first { $0.key == name }?.value }
}

/// Text that is escaped for HTML.
///
/// swift-mustache escapes grapheme clusters: a quotation mark followed by a combining character is a different cluster
/// and is not escaped (2.1.1). So the templates declare their content to be plain text, and values are escaped here,
/// scalar by scalar.
struct EscapedText: MustacheCustomRenderable, MustacheParent {
    let renderText: String
    var isNull: Bool { renderText.isEmpty }

    init(_ text: String) { renderText = Self.escape(text) }
    init(markup: String) { renderText = markup }

    /// Lets names inside a section of this text be resolved in the enclosing objects.
    func child(named name: String) -> Any? { nil }

    /// Escapes the five characters with a meaning in text and in quoted attributes, and all characters outside ASCII,
    /// so that a page is independent of the character set that a server declares.
    static func escape(_ text: String) -> String {
        text.escaped { scalar in
            switch scalar {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: scalar.isASCII ? nil : "&#\(scalar.value);"
            }
        }
    }

    /// Returns the text whose escaped form is `text`.
    static func unescape(_ text: String) -> String {
        let characters: [Substring: String] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\""]
        return text.replacing(/&(?:#([0-9]+)|([a-z]+));/) { entity -> String in
            if let number = entity.1.flatMap({ UInt32($0) }), let scalar = Unicode.Scalar(number) {
                return String(scalar)
            }
            return characters[entity.2 ?? ""] ?? ""
        }
    }
}

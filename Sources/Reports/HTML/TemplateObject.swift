import Basics
import Mustache

/// Named values that a template shows, escaped where they are set and nowhere else; what is empty or false is left out.
struct TemplateObject: Sendable, MustacheParent {
    private(set) var entries: [(key: String, value: any Sendable)] = []

    /// Whether nothing was set.
    var isEmpty: Bool { entries.isEmpty }

    /// Sets foreign or own text on one line: controls and what cannot be seen become visible.
    mutating func text(_ key: String, _ text: String?) {
        if let text, !text.isEmpty { entries.append((key, EscapedText(VisibleText.escape(text)))) }
    }

    /// Sets lines of text; each is made visible for itself.
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

    mutating func list(_ key: String, _ objects: [TemplateObject]) {
        if !objects.isEmpty { entries.append((key, objects)) }
    }

    /// Sets an object for each of `values`.
    mutating func list<Value>(
        _ key: String, _ values: some Sequence<Value>, _ fill: (inout TemplateObject, Value) -> Void
    ) {
        list(key, values.map { value in TemplateObject { fill(&$0, value) } })
    }

    mutating func object(_ key: String, _ object: TemplateObject?) {
        if let object, !object.isEmpty { entries.append((key, object)) }
    }

    /// Sets an object, unless it stays empty.
    mutating func object(_ key: String, _ fill: (inout TemplateObject) -> Void) { object(key, TemplateObject(fill)) }

    /// Sets a list of facts; one without a value is left out.
    mutating func facts(_ facts: [(key: String, value: String?)]) {
        self.list("fact", facts.filter { $0.value != nil }) { object, fact in
            object.text("key", fact.key)
            object.text("value", fact.value == "" ? "(empty)" : fact.value)
        }
    }

    /// Sets markup of this program's own; never what came from outside.
    mutating func markup(_ key: String, _ markup: String) { entries.append((key, EscapedText(markup: markup))) }

    /// Sets what `other` has, but for what this object has already.
    mutating func add(_ other: TemplateObject) { entries += other.entries }

    /// Creates an object and sets its values.
    init(_ fill: (inout TemplateObject) -> Void) { fill(&self) }

    /// The value that was set first under `name`, for swift-mustache.
    func child(named name: String) -> Any? { entries.first { $0.key == name }?.value }
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
}

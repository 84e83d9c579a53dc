import Basics
import Yams

/// Parses one YAML document, and rejects anchors, aliases, merge keys, tags, and keys that are not text.
struct YAMLDocument {
    private(set) var root: YAMLValue?
    /// The reasons why parts of the document were rejected.
    private(set) var problems: [ConfigurationProblem] = []

    init(_ bytes: [UInt8]) throws(ConfigurationProblem) {
        let text = try YAMLText(bytes)
        do {
            let parser = try Parser(yaml: text.text, resolver: .basic, encoding: .utf8)
            let node = try parser.singleRoot()
            // Nodes hold their anchors weakly; the parser holds them strongly.
            withExtendedLifetime(parser) { root = node.map { value($0) } }
        } catch let error as YamlError {
            throw ConfigurationProblem(error, in: text)
        } catch {
            throw ConfigurationProblem("the file cannot be read: \(error)")
        }
    }

    private mutating func value(_ node: Node) -> YAMLValue {
        let mark = node.mark.map(YAMLMark.init) ?? YAMLMark(line: 1, column: 1)
        let tags = ["", "!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"]
        var content = YAMLValue.Content.rejected
        // An alias is parsed as the node with the anchor, so this rejects both.
        if node.anchor != nil {
            reject(mark, YAMLText.noAliases)
        } else if !tags.contains(node.tag.rawValue) {
            reject(mark, "a tag is not allowed; write the value without it")
        } else {
            switch node {
            case .scalar(let scalar): content = .text(scalar.string, isPlain: scalar.style == .plain)
            case .sequence(let list): content = .list(list.map { value($0) })
            case .mapping(let mapping): content = .mapping(mapping.compactMap { member($0.key, $0.value) })
            case .alias: reject(mark, YAMLText.noAliases)
            }
        }
        return YAMLValue(mark: mark, content: content)
    }

    private mutating func member(_ key: Node, _ node: Node) -> YAMLValue.Member? {
        let key = value(key)
        switch key.content {
        case .text("<<", isPlain: true):
            reject(key.mark, "merge keys (<<) are not allowed; write the keys out")
            return nil
        case .text(let text, _): return .init(key: text, mark: key.mark, value: value(node))
        case .list, .mapping:
            reject(key.mark, "the key is \(key.description); a key is a single word")
            return nil
        case .rejected: return nil
        }
    }

    private mutating func reject(_ mark: YAMLMark, _ message: String) {
        problems.append(ConfigurationProblem(message, at: mark))
    }
}

extension YAMLMark {
    fileprivate init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
}

extension ConfigurationProblem {
    /// Describes libyaml's error, with more specific messages for common mistakes.
    fileprivate init(_ error: YamlError, in text: YAMLText) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let mark = YAMLMark(mark)
            let words = [context?.text, problem].compactMap(\.self).joined(separator: ", ")
            let advice = Self.advice(
                context: context?.text ?? "", problem: problem, line: text.line(mark.line), column: mark.column)
            self.init(advice ?? words, at: mark)
        case .reader(let problem, _, let value, _):
            self.init("the file has a character that YAML does not allow (\(problem), \(value))")
        case .duplicatedKeysInMapping(_, let context):
            // The key is not shown, because it could be a misplaced secret.
            self.init("this key occurs more than once in the same group", at: YAMLMark(context.mark))
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            self.init("the file cannot be read: \(error)")
        }
    }

    private static let commonProblems: [(text: String, advice: String)] = [
        ("another document", "a second document begins here (---); a configuration is a single document"),
        (
            "mapping values are not allowed",
            "unexpected colon; check the indentation, and quote any text that contains “: ”"
        ),
        ("could not find expected ':'", "a key without a colon ends here; “key: value” was expected"),
        ("nesting level", "the values are nested too deeply"),
    ]

    private static func advice(context: String, problem: String, line: Substring, column: Int) -> String? {
        if context.contains("alias") || context.contains("anchor") || problem.contains("undefined alias") {
            return YAMLText.noAliases
        }
        if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return "the line begins with a tab; YAML is indented with spaces"
        }
        if let common = commonProblems.first(where: { problem.contains($0.text) }) { return common.advice }
        if problem.contains("did not find expected key") || problem.contains("did not find expected '-' indicator") {
            return "the indentation does not match the lines before it; \(problem)"
        }
        if problem.contains("cannot start any token") {
            let scalar = line.unicodeScalars.dropFirst(column - 1).first
            let character = scalar.map { VisibleText.quote(String($0)) } ?? "it"
            return "a text cannot begin with \(character) unless it is quoted"
        }
        return nil
    }
}

/// The text of a configuration file, whose limits are checked before it is parsed.
struct YAMLText {
    /// The maximum number of bytes; more domains belong in a list.
    static let maxBytes = 8 << 20
    private static let maxAliases = 16
    static let tooLarge = ConfigurationProblem(
        "the file is larger than \(maxBytes >> 20) MiB, the maximum; move the domains to a file of their own, "
            + "and name that file under “lists”")

    let text: String

    init(_ bytes: [UInt8]) throws(ConfigurationProblem) {
        guard bytes.count <= Self.maxBytes else { throw Self.tooLarge }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw ConfigurationProblem("the file is UTF-16; save it as UTF-8 text")
        }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw ConfigurationProblem(
                "the line contains bytes that are not UTF-8; save the file as UTF-8 text",
                at: YAMLMark(line: Self.lineOfFirstInvalidByte(content), column: 1))
        }
        self.text = text
        try rejectManyAliases()
    }

    private static func lineOfFirstInvalidByte(_ bytes: ArraySlice<UInt8>) -> Int {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }

    /// Rejects many aliases before they are parsed, because nested ones can represent more values than fit into memory.
    private func rejectManyAliases() throws(ConfigurationProblem) {
        var aliases = 0
        var anchors = 0
        var line = 1
        var previous = UInt8(ascii: "\n")
        /// The previous byte, if it can begin an alias (*) or an anchor (&).
        var indicator: UInt8?
        for byte in text.utf8 {
            if let indicator, byte.isHostByte, byte != UInt8(ascii: ".") {
                if indicator == UInt8(ascii: "*") { aliases += 1 } else { anchors += 1 }
                if aliases > Self.maxAliases, anchors > 0 {
                    throw ConfigurationProblem(Self.noAliases, at: YAMLMark(line: line, column: 1))
                }
            }
            let beginsValue = previous <= 0x20 || ",[{:?-".utf8.contains(previous)
            indicator = beginsValue && (byte == UInt8(ascii: "*") || byte == UInt8(ascii: "&")) ? byte : nil
            if byte == 0x0A { line += 1 }
            previous = byte
        }
    }

    static let noAliases =
        "anchors (&name) and aliases (*name) are not allowed; write the value itself, or put a text that begins with "
        + "* or & in quotes"

    func line(_ number: Int) -> Substring {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.dropFirst(max(0, number - 1)).first ?? ""
    }
}

struct YAMLMark: Hashable {
    /// The line, from 1.
    var line: Int
    /// The column, from 1, counted in Unicode scalars.
    var column: Int
}

/// A value of a YAML document, as written.
///
/// Texts are not converted by their appearance (`no`, `1e3`, `12:30`): the setting determines the type.
struct YAMLValue {
    struct Member {
        var key: String
        var mark: YAMLMark
        var value: YAMLValue
    }

    enum Content {
        /// A scalar; `isPlain` if it has neither quotes nor a block indicator.
        case text(String, isPlain: Bool)
        case list([YAMLValue])
        case mapping([Member])
        /// A value that has been rejected, for which no further problem is reported.
        case rejected
    }

    var mark: YAMLMark
    var content: Content
    private(set) var isSecret = false

    /// The value and all its contents marked as secret, because a secret may be in the wrong place.
    var concealed: YAMLValue {
        var value = self
        value.isSecret = true
        switch content {
        case .text, .rejected: break
        case .list(let elements): value.content = .list(elements.map(\.concealed))
        case .mapping(let members):
            value.content = .mapping(members.map { Member(key: $0.key, mark: $0.mark, value: $0.value.concealed) })
        }
        return value
    }

    /// Whether the value is missing, `~` or `null`.
    var isNull: Bool {
        guard case .text(let text, isPlain: true) = content else { return false }
        return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
    }

    /// The value in words; a secret one only by its kind.
    var description: String {
        switch content {
        case .text(let text, let isPlain):
            if isNull {
                "nothing"
            } else if isSecret {
                "a text"
            } else {
                isPlain ? VisibleText.quote(text) : "the text \(VisibleText.quote(text))"
            }
        case .list: "a list"
        case .mapping: "a group of keys"
        case .rejected: "an invalid value"
        }
    }
}

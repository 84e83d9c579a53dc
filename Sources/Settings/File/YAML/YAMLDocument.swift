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
        // An alias is parsed as the node with the anchor, so this condition rejects both.
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
        if problem.contains("did not find expected key") {
            return "the indentation does not match the lines before it; a key was expected"
        }
        if problem.contains("did not find expected '-' indicator") {
            return "the indentation does not match the lines before it; “-” was expected"
        }
        if problem.contains("cannot start any token") {
            let scalar = line.unicodeScalars.dropFirst(column - 1).first
            let character = scalar.map { VisibleText.quote(String($0)) } ?? "it"
            return "a text cannot begin with \(character) unless it is quoted"
        }
        return nil
    }
}

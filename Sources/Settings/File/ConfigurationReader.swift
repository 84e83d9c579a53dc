import Audit
import Basics
import Findings

/// Reads values from a document, and collects all problems.
struct ConfigurationReader {
    let folder: ConfigurationFolder
    let path: String
    private(set) var problems: [ConfigurationProblem] = []

    init(path: String) {
        self.path = path
        folder = ConfigurationFolder(file: path)
    }

    mutating func note(_ mark: YAMLMark?, _ message: String) {
        problems.append(ConfigurationProblem(message, at: mark))
    }

    // MARK: Groups and lists

    /// Reads the members of a group in which only `keys` are allowed; `nil` if the value is not a group.
    ///
    /// `subject` is the kind of group, as in “a domain entry”; `elsewhere` contains hints for keys that belong elsewhere.
    mutating func members(
        of value: YAMLValue, _ subject: String, keys: [String], elsewhere: [String: String] = [:]
    ) -> [String: YAMLValue.Member]? {
        guard let members = group(value, subject, example: "\(keys.first ?? "key"): …") else { return nil }
        var found: [String: YAMLValue.Member] = [:]
        for member in members {
            if keys.contains(member.key) {
                found[member.key] = member
            } else {
                let hint =
                    elsewhere[member.key]
                    ?? KeyGuess.hint(
                        for: member.key, among: keys,
                        fallback: keys.count > 12
                            ? "the example file lists all keys" : nil)
                let key = value.isSecret ? "" : " \(VisibleText.quote(member.key))"
                note(member.mark, "unknown key\(key) in \(subject); \(hint)")
            }
        }
        return found
    }

    /// Reads the members of a group with arbitrary keys; `nil` if the value is not a group.
    mutating func group(_ value: YAMLValue, _ subject: String, example: String) -> [YAMLValue.Member]? {
        switch value.content {
        case .mapping(let members): return members
        case .refused: return nil
        case .text, .list:
            note(value.mark, "\(value.described) was found; \(subject) is a group of keys, as in “\(example)”")
            return nil
        }
    }

    /// Reads the elements of a list; an empty or missing value is an empty list.
    mutating func list(_ value: YAMLValue?, of subject: String) -> [YAMLValue] {
        guard let value else { return [] }
        switch value.content {
        case .list(let elements): return elements
        case .refused: return []
        case .text, .mapping:
            if !value.isNull {
                note(value.mark, "\(value.described) was found; a list of \(subject) was expected, each after “- ”")
            }
            return []
        }
    }

    // MARK: Texts, numbers, Booleans

    /// Reads a text as written, so that `no` is the text “no”, not a Boolean; `nil` also for a missing value.
    mutating func text(_ value: YAMLValue?, _ subject: String) -> String? {
        guard let value else { return nil }
        switch value.content {
        case .text(let text, _):
            if value.isNull || text.isEmpty {
                note(value.mark, "\(subject) has no value; give it one, or leave the key out")
                return nil
            }
            guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                note(value.mark, "\(subject) has a control character or a line break; one line of text was expected")
                return nil
            }
            return text
        case .refused: return nil
        case .list, .mapping:
            note(value.mark, "\(value.described) was found; \(subject) is a text")
            return nil
        }
    }

    /// Reads a text that is parsed by `read`; `nil` also for a missing value.
    mutating func text<Value>(
        _ value: YAMLValue?, _ subject: String, _ read: (String) throws -> Value
    ) -> Value? {
        guard let value, let text = text(value, subject) else { return nil }
        do {
            return try read(text)
        } catch {
            note(value.mark, "\(subject) is invalid: \(error)")
            return nil
        }
    }

    /// Reads `true` or `false`; other words that some YAML readers accept are rejected.
    mutating func boolean(_ value: YAMLValue, _ subject: String) -> Bool? {
        switch value.content {
        case .text("true", isPlain: true): return true
        case .text("false", isPlain: true): return false
        case .refused: return nil
        case .text, .list, .mapping:
            note(value.mark, "\(value.described) was found; \(subject) is true or false")
            return nil
        }
    }

    /// Reads a whole number in `range`, in decimal digits.
    mutating func number(_ value: YAMLValue, _ subject: String, in range: ClosedRange<Int>) -> Int? {
        let allowed = "\(subject) is a whole number from \(range.lowerBound) to \(range.upperBound)"
        switch value.content {
        case .text(let text, isPlain: true) where !value.isNull:
            // YAML readers interpret 010 differently.
            if text.hasPrefix("0"), text.utf8.count > 1 {
                note(value.mark, "\(VisibleText.quote(text)) begins with a zero; \(allowed)")
                return nil
            }
            do throws(SettingError) {
                return try SettingReader.integer(text, in: range)
            } catch {
                note(value.mark, "\(subject) is invalid: \(error)")
                return nil
            }
        case .refused: return nil
        case .text, .list, .mapping:
            note(value.mark, "\(value.described) was found; \(allowed)")
            return nil
        }
    }
}

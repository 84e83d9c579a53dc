import Audit
import Basics
import Findings

/// Reads values out of a document, and collects everything that is wrong with them.
struct ConfigurationReader {
    let place: ConfigurationPlace
    /// The name of the file, for where things stand.
    let path: String
    private(set) var problems: [ConfigurationProblem] = []

    init(path: String) {
        self.path = path
        place = ConfigurationPlace(file: path)
    }

    /// Notes a problem.
    mutating func note(_ mark: YAMLMark?, _ message: String) {
        problems.append(ConfigurationProblem(line: mark?.line, column: mark?.column, message: message))
    }

    // MARK: Groups and lists

    /// Reads the members of a group whose keys are `keys`.
    ///
    /// - Parameters:
    ///   - value: The group.
    ///   - subject: What the group is, as in “a domain”.
    ///   - keys: The keys that it may have.
    ///   - elsewhere: Where other keys belong, by their names.
    /// - Returns: The members by their keys; `nil` where it is no group.
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
                        otherwise: keys.count > 12
                            ? "the example file lists all keys" : nil)
                let key = value.isSecret ? "a key that" : "the key \(VisibleText.quote(member.key))"
                note(member.mark, "\(key) is not known in \(subject); \(hint)")
            }
        }
        return found
    }

    /// The members of a group with any keys.
    mutating func entries(of value: YAMLValue, _ subject: String, example: String) -> [YAMLValue.Member] {
        group(value, subject, example: example) ?? []
    }

    private mutating func group(_ value: YAMLValue, _ subject: String, example: String) -> [YAMLValue.Member]? {
        switch value.content {
        case .mapping(let members): return members
        case .refused: return nil
        case .text, .list:
            note(value.mark, "\(value.described) was found; \(subject) is a group of keys, as in “\(example)”")
            return nil
        }
    }

    /// The elements of a list; nothing at all is an empty one.
    mutating func list(_ value: YAMLValue, of subject: String) -> [YAMLValue] {
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

    // MARK: Texts, numbers, truth

    /// A text as it is written: `no` is the text “no” where a text belongs.
    mutating func text(_ value: YAMLValue, _ subject: String) -> String? {
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

    /// A text that `read` can read.
    mutating func text<Value>(
        _ value: YAMLValue, _ subject: String, _ read: (String) throws -> Value
    ) -> Value? {
        guard let text = text(value, subject) else { return nil }
        do {
            return try read(text)
        } catch {
            note(value.mark, "\(subject) is not right: \(error)")
            return nil
        }
    }

    /// The text of a member; `nil` where there is none, too.
    mutating func text(_ member: YAMLValue.Member?, _ subject: String) -> String? {
        guard let member else { return nil }
        return text(member.value, subject)
    }

    /// The text of a member that `read` can read; `nil` where there is none, too.
    mutating func text<Value>(
        _ member: YAMLValue.Member?, _ subject: String, _ read: (String) throws -> Value
    ) -> Value? {
        guard let member else { return nil }
        return text(member.value, subject, read)
    }

    /// `true` or `false`; the other words that some YAML readers take for them are refused.
    mutating func truth(_ value: YAMLValue, _ subject: String) -> Bool? {
        switch value.content {
        case .text("true", isPlain: true): return true
        case .text("false", isPlain: true): return false
        case .refused: return nil
        case .text, .list, .mapping:
            note(value.mark, "\(value.described) was found; \(subject) is true or false")
            return nil
        }
    }

    /// A whole number in `range`, in decimal digits.
    mutating func number(_ value: YAMLValue, _ subject: String, in range: ClosedRange<Int>) -> Int? {
        let allowed = "\(subject) is a whole number from \(range.lowerBound) to \(range.upperBound)"
        switch value.content {
        case .text(let text, isPlain: true) where !value.isNull:
            // YAML readers do not agree on 010.
            guard !(text.hasPrefix("0") && text.utf8.count > 1) else {
                note(value.mark, "\(VisibleText.quote(text)) begins with a zero; \(allowed)")
                return nil
            }
            do throws(SettingError) {
                return try SettingReader.integer(text, in: range)
            } catch {
                note(value.mark, "\(subject) is not right: \(error)")
                return nil
            }
        case .refused: return nil
        case .text, .list, .mapping:
            note(value.mark, "\(value.described) was found; \(allowed)")
            return nil
        }
    }
}

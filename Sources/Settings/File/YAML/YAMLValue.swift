import Basics

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

    /// The value in words; of a secret value, only the kind.
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

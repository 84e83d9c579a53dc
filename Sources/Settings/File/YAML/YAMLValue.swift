import Basics

/// A place in the text.
struct YAMLMark: Hashable {
    /// From 1.
    var line: Int
    /// From 1, counted in Unicode scalars.
    var column: Int
}

/// A value of a YAML document, as it is written.
///
/// Texts are not turned into truth values, numbers or dates by what they look like (`no`, `1e3`, `12:30`): the setting says
/// what it wants, and reads the text.
struct YAMLValue {
    /// One key and its value.
    struct Member {
        var key: String
        var mark: YAMLMark
        var value: YAMLValue
    }

    /// The content of a value.
    enum Content {
        /// A scalar; `isPlain` when it has neither quotes nor a block mark.
        case text(String, isPlain: Bool)
        case list([YAMLValue])
        case mapping([Member])
        /// A value that was already rejected: no further problem is reported for it.
        case refused
    }

    var mark: YAMLMark
    var content: Content
    /// Whether nothing of what is written there may be in a message.
    private(set) var isSecret = false

    /// The value with all that is in it as a secret, since a secret may stand in the wrong place.
    var concealed: YAMLValue {
        var value = self
        value.isSecret = true
        switch content {
        case .text, .refused: break
        case .list(let elements): value.content = .list(elements.map(\.concealed))
        case .mapping(let members):
            value.content = .mapping(members.map { Member(key: $0.key, mark: $0.mark, value: $0.value.concealed) })
        }
        return value
    }

    /// Whether nothing stands there: nothing at all, `~` or `null`.
    var isNull: Bool {
        guard case .text(let text, isPlain: true) = content else { return false }
        return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
    }

    /// A description of the kind of value, with its article, for messages.
    var described: String {
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
        case .refused: "an invalid value"
        }
    }
}

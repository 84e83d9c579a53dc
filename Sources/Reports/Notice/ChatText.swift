import Basics

/// Foreign text escaped for chats that accept Slack messages.
///
/// Each chat interprets different characters: Slack and Google Chat `<…>`, Mattermost and Rocket.Chat `@all` and
/// Markdown. They have no common escape syntax, so these characters are replaced by others that look the same.
enum ChatText {
    /// Returns `text` without mentions, markup, and links whose text differs from their URL.
    ///
    /// No chat interprets an `@` between letters in an address as a mention; `keepsAddresses` is for text that no
    /// server sent.
    static func escape(_ text: String, keepsAddresses: Bool = false) -> String {
        VisibleText.escape(text).escaped { before, scalar, after in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "@" where !keepsAddresses || !isInWord(before, after): "＠"
            case "#": "＃"
            case "*": "∗"
            case "~": "∼"
            case "`": "ˋ"
            case "_" where !isInWord(before, after): "ˍ"
            case "(" where before == "]": " ("
            default: nil
            }
        }
    }

    /// Returns whether a character between two others is inside a word, where an underscore does not emphasize text.
    private static func isInWord(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        [before, after].allSatisfy { $0?.properties.isAlphabetic == true || $0?.properties.numericType != nil }
    }
}

import Basics

/// Foreign text made safe for a chat that takes the messages of Slack.
///
/// Each of them obeys other characters: Slack and Google Chat `<…>`, Mattermost and Rocket.Chat `@all` and Markdown. No
/// escape is common to all of them, so what would be obeyed is replaced by a character that looks the same.
enum ChatText {
    /// Writes `text` so that it mentions nobody and has neither markup nor links that show other words than their address.
    ///
    /// In an address, between letters, no chat takes an `@` for a mention; `keepsAddresses` is for text that no server wrote.
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

    /// Whether what stands between the two is inside a word: an underscore emphasises nothing there.
    private static func isInWord(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        [before, after].allSatisfy { $0?.properties.isAlphabetic == true || $0?.properties.numericType != nil }
    }
}

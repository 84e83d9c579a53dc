import Basics

/// Foreign text made safe for a chat that takes the messages of Slack.
///
/// Each of them obeys other characters: Slack and Google Chat `<…>`, Mattermost and Rocket.Chat `@all` and Markdown. No
/// escape is common to all of them, so what would be obeyed is replaced by a character that looks the same.
enum ChatText {
    /// Writes `text` so that it mentions nobody and has neither markup nor links that show other words than their address.
    static func escape(_ text: String) -> String {
        var result = ""
        var last: Unicode.Scalar?
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "@": result += "＠"
            case "#": result += "＃"
            case "*": result += "∗"
            case "~": result += "∼"
            case "`": result += "ˋ"
            case "_" where !isInWord(last, rest.first): result += "ˍ"
            case "(" where last == "]": result += " ("
            default: result += VisibleText.escape(String(scalar))
            }
            last = scalar
        }
        return result
    }

    /// Whether what stands between the two is inside a word, where an underscore emphasises nothing.
    private static func isInWord(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        [before, after].allSatisfy { $0?.properties.isAlphabetic == true || $0?.properties.numericType != nil }
    }
}

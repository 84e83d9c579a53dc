import Basics

/// Text of URLs and patterns, formatted for messages.
enum Shown {
    /// Returns the beginning of the text in quotes, with invisible characters made visible.
    static func quoted(_ text: some StringProtocol) -> String {
        VisibleText.quote(text, limit: 120, marks: ("‘", "’"))
    }
}

import Basics

/// Text of URLs and patterns as it may stand in a message.
enum Shown {
    /// The beginning of the text in quotes, with everything invisible made visible.
    static func quoted(_ text: some StringProtocol) -> String {
        VisibleText.quote(text, limit: 120, marks: ("‘", "’"))
    }
}

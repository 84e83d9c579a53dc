/// Text from outside as it may stand in a message.
enum Shown {
    /// How many characters of a text are shown.
    static let limit = 120

    /// The text in quotes, cut to ``limit``, with everything invisible made visible.
    static func quoted(_ text: some StringProtocol) -> String {
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else { return "‘\(result)…’" }
            result += scalar.isInvisible ? "<\(scalar.codePoint)>" : String(Character(scalar))
            count += 1
        }
        return "‘\(result)’"
    }
}

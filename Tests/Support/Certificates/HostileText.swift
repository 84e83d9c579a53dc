/// Texts that are dangerous if not escaped, for certificates, header fields and bodies.
public enum HostileText {
    /// Closes an element and runs a script.
    public static let markup = "\"'></td><script>alert(1)</script>"
    /// Colours a terminal red, renames its window, moves up a line and clears it.
    public static let escapes = "\u{1B}[31m\u{1B}]0;owned\u{07}\u{1B}[1A\u{1B}[2K"
    /// The same with the C1 control that is equivalent to ESC [.
    public static let control1 = "\u{9B}31m"
    /// Executes a command in a spreadsheet.
    public static let formula = "=cmd|' /C calc'!A0"
    /// Forges a line of a log, a field of a header, a record of a table.
    public static let lines = "a\r\nX-Forged: 1\r\n\r\nb\u{2028}c"
    /// Terminates a C string.
    public static let null = "good.test\0.evil.test"
    /// Reverses the direction of writing.
    public static let bidirectional = "\u{202E}tset.doog\u{202C}"

    /// All hostile texts.
    public static let all = [markup, escapes, control1, formula, lines, null, bidirectional]
}

/// Texts that third parties may write into names, header fields and lists to manipulate readers of a report.
enum HostileTexts {
    static let all = [
        "=1+1", "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1", "a;=1+1",
        ";=cmd|' /C calc'!A0;", "a; -1", "a;\t@b", "a;b;＋1;", "x;\"=1+1", "x\";\"\" =1+1;\"", ";;\n=1", "a\r\nb",
        "\"quoted\", comma;",
        "<script>alert(1)</script>", "]]><x>&amp;'\"", "[text](https://evil.example)", "{0} }} {{", "##[error]x",
        "::error::x", "%0A::error::x", "| a | b \\| c", "`code` ```", "</details>", "@everyone #1",
        "\u{1B}[31m\u{9B}m\u{0}\u{8}\u{7F}", "\u{202E}live\u{2028}\u{FFFE}\u{FFFF}", "é 例え 🌍", "",
        Samples.attack,
    ]
}

extension Remedies {
    /// The remedies that change the file itself, on every server: commands to run in the folder of the file.
    static let anyServer: [ServerRemedy] =
        [
            ServerRemedy(
                .encodingBOM, on: nil, language: .shell,
                steps: """
                    In the folder of the file, remove the three bytes (with Perl, which Linux and macOS include), and \
                    set your editor to save UTF-8 without a byte order mark.
                    """,
                snippet: #"perl -pi -e 's/^\xEF\xBB\xBF// if $. == 1' apple-app-site-association"#,
                source: "RFC 8259 section 8.1; Perl, perlrun (-p, -i)"),
            ServerRemedy(
                .encodingNotUTF8, on: nil, language: .shell,
                steps: """
                    In the folder of the file, determine its encoding (“file -i apple-app-site-association”), and \
                    convert the file. The example is for UTF-16; use the encoding that you found.
                    """,
                snippet: """
                    iconv -f UTF-16 -t UTF-8 apple-app-site-association > utf-8
                    mv utf-8 apple-app-site-association
                    """,
                source: "RFC 8259 section 8.1; POSIX, iconv"),
        ]
        + remedies(
            for: [.fileOversized, .fileSizeNearLimit], on: nil, language: .shell,
            steps: """
                In the folder of the file, remove its spaces and line breaks (with Python 3.9 or later). If it is \
                still too large, use wildcards instead of long lists of paths.
                """,
            snippet: """
                python3 -m json.tool --compact --no-ensure-ascii \\
                    apple-app-site-association > compact &&
                mv compact apple-app-site-association
                """,
            source: "Apple (archived), Support Universal Links; Python, json.tool")
}

/// Recognises app identifiers that were copied from a template or an example.
/// Documented as app-ids.no-wildcard
enum AppIDPlaceholder {
    /// Returns the reason why `identifier` is a placeholder, as a clause; `nil` if it is not a placeholder.
    static func reason(for identifier: AppIdentifier) -> String? {
        let text = identifier.text
        guard text.utf8.count <= maxLength, isSuspicious(text) else { return nil }
        for character in templateCharacters where text.utf8.contains(character) {
            return "it contains ‘\(Unicode.Scalar(character))’"
        }
        // Without a dot, the whole text is treated as the prefix.
        let prefix = identifier.prefix ?? text
        let upper = prefix.uppercased()
        for word in prefixWords where upper.utf8.contains(word.utf8) { return "its prefix contains \(word)" }
        if prefix.unicodeScalars.contains(where: { !$0.isASCII && $0.properties.isAlphabetic }) {
            return "its prefix is a word, not a Team ID"
        }
        if upper.hasPrefix("YOUR") { return "its prefix begins with YOUR" }
        if prefix.utf8.count >= 2, Set(prefix.utf8).count == 1 { return "its prefix is one repeated letter" }
        if samplePrefixes.contains(prefix) { return "its prefix is from one of Apple's examples" }
        if isKeySequence(prefix.utf8) { return "its prefix is a sequence of letters, digits or neighbouring keys" }
        guard let bundle = identifier.bundleIdentifier else { return nil }
        let labels = bundle.split(separator: ".").map(String.init)
        let lower = labels.map { $0.lowercased() }
        if lower.starts(with: ["com", "example"]), !identifier.problems.isEmpty {
            return "its bundle ID begins with com.example"
        }
        if lower.starts(with: ["com", "yourcompany"]) { return "its bundle ID begins with com.yourcompany" }
        for (label, lowercased) in zip(labels, lower) {
            if labelWords.contains(lowercased) || label.hasPrefix("YOUR") || lowercased.hasPrefix("your-")
                || lowercased.hasPrefix("your_")
                || (lowercased.count >= 4 && lowercased.utf8.allSatisfy { $0 == UInt8(ascii: "x") })
            {
                return "its bundle ID contains \(QuotedText.json(label))"
            }
        }
        return nil
    }

    /// Returns the reason why `identifier` probably belongs to a sample project, as a clause; `nil` if there is none.
    ///
    /// Such an identifier is possible, because developers can build and install a sample project under this identifier.
    static func reasonForDoubt(about identifier: AppIdentifier) -> String? {
        let labels = identifier.bundleIdentifier?.lowercased().split(separator: ".") ?? []
        if labels.starts(with: ["com", "example"]) {
            return "its bundle ID begins with com.example, as in Apple's sample projects"
        }
        if labels.starts(with: ["org", "reactjs", "native", "example"]) {
            return "its bundle ID begins with org.reactjs.native.example, as React Native's template has it"
        }
        return nil
    }

    /// Whether `text` may be a placeholder, according to a quick test that rules out most identifiers.
    private static func isSuspicious(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            // Setting the bit 0x20 makes ASCII letters lower case.
            func has(_ word: StaticString, at start: Int) -> Bool {
                guard start + word.utf8CodeUnitCount <= bytes.count else { return false }
                return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[start + $0] | 0x20 == word.utf8Start[$0] }
            }
            for (index, byte) in bytes.enumerated() {
                if byte >= 0x80 || templateCharacters.contains(byte) { return true }
                // Finds "teamid", "app_id", "bundle_identifier" and similar words.
                if byte | 0x20 == UInt8(ascii: "i"), has("id", at: index) { return true }
                if byte | 0x20 == UInt8(ascii: "t"), has("team", at: index) { return true }
                // The other words count only at the beginning of the prefix or of a label.
                guard index == 0 || bytes[index - 1] == UInt8(ascii: ".") else { continue }
                if has("your", at: index) || has("xxxx", at: index) || has("example", at: index) { return true }
            }
            // Finds repeated letters and the prefixes of Apple's examples.
            return bytes.count < 2 || bytes[0] == bytes[1] || has("abcd", at: 0) || bytes.starts(with: "9JA".utf8)
                || isKeySequence(bytes.prefix(10))
        }
    }

    private static let maxLength = 1024

    private static let templateCharacters = Array("<{[$".utf8)

    private static let prefixWords = [
        "TEAMID", "TEAM_ID", "TEAM-ID", "TEAM ID", "APPID", "APP_ID", "APP-ID", "APP ID", "DEVELOPMENT_TEAM",
        "DEVELOPMENTTEAM",
    ]

    private static let samplePrefixes: Set<String> = ["ABCDE12345", "ABCD1234", "9JA89QQLNQ"]

    private static let labelWords: Set<String> = [
        "teamid", "bundleid", "bundle_id", "bundle-id", "bundleidentifier", "bundle_identifier", "bundle-identifier",
        "product_bundle_identifier", "yourcompany", "yourcompanyname", "yourapp", "yourappname", "yourorganization",
        "yourorganisation", "yourorg", "yourdomain", "yourname", "yourbundle", "yourbundleid", "yourbundleidentifier",
        "yoursite", "yourwebsite", "yourteam", "yourpackage", "yourpackagename", "yourproject", "yourusername",
        "yourbrand",
    ]

    /// The alphabet, the digits and the rows of a keyboard, in both directions.
    private static let keySequences: [[UInt8]] = [
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM",
    ]
    .flatMap { [Array($0.utf8), $0.utf8.reversed()] }

    /// Whether `prefix` repeats one pair of characters, or consists of up to three parts of ``keySequences``, each with
    /// three or more characters.
    private static func isKeySequence(_ prefix: some Collection<UInt8>) -> Bool {
        let bytes = Array(prefix)
        guard bytes.count == 10 else { return false }
        if (2..<10).allSatisfy({ bytes[$0] == bytes[$0 - 2] }) { return true }
        var partStart = 0
        for _ in 0..<3 where partStart < 10 {
            let length =
                keySequences.map { row in
                    guard let start = row.firstIndex(of: bytes[partStart]) else { return 0 }
                    return zip(row[start...], bytes[partStart...]).prefix { $0 == $1 }.count
                }.max() ?? 0
            guard length >= 3 else { return false }
            partStart += length
        }
        return partStart == 10
    }
}

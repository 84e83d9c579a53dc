/// Recognises app identifiers that were copied from a template or an example.
enum AppIDPlaceholder {
    /// Why `identifier` is a placeholder, as the rest of a sentence that begins with it, or `nil` when it is none.
    static func reason(for identifier: AppIdentifier) -> String? {
        let text = identifier.text
        for mark in ["<", "{", "[", "$"] where text.unicodeScalars.contains(where: { String($0) == mark }) {
            return "has ‘\(mark)’ in it, as templates do"
        }
        // Without a dot, the whole text stands where the prefix should be.
        let prefix = identifier.prefix ?? text
        let upper = prefix.uppercased()
        for word in ["TEAMID", "TEAM_ID", "TEAM-ID", "APPID", "APP_ID", "APP-ID"] where upper.contains(word) {
            return "has \(word) in place of a prefix"
        }
        if upper.hasPrefix("YOUR") { return "begins with a placeholder for a prefix" }
        if isRun(prefix) { return "has a prefix of one letter only" }
        if samples.contains(prefix) { return "has the prefix of one of Apple's examples" }
        guard let bundle = identifier.bundleIdentifier else { return nil }
        let labels = bundle.split(separator: ".").map(String.init)
        let lower = labels.map { $0.lowercased() }
        if lower.starts(with: ["com", "example"]) { return "has a bundle identifier under com.example" }
        if lower.starts(with: ["com", "yourcompany"]) { return "has a bundle identifier under com.yourcompany" }
        for (label, small) in zip(labels, lower) {
            if yours.contains(small) || label.hasPrefix("YOUR") || small.hasPrefix("your-") || small.hasPrefix("your_")
                || small == "teamid" || small == "bundleid" || small == "bundle_id"
                || (small.count >= 4 && small.utf8.allSatisfy { $0 == UInt8(ascii: "x") })
            {
                return "has the placeholder \(QuotedText.json(label)) in its bundle identifier"
            }
        }
        return nil
    }

    /// Prefixes of Apple's own examples.
    private static let samples: Set<String> = ["ABCDE12345", "ABCD1234", "9JA89QQLNQ"]

    /// Labels of bundle identifiers that stand for one's own.
    private static let yours: Set<String> = [
        "yourcompany", "yourcompanyname", "yourapp", "yourappname", "yourorganization", "yourorganisation", "yourorg",
        "yourdomain", "yourname", "yourbundle", "yourbundleid", "yourbundleidentifier", "yoursite", "yourwebsite",
        "yourteam", "yourpackage", "yourpackagename", "yourproject", "yourusername", "yourbrand",
    ]

    /// Whether `text` is one character, at least twice.
    private static func isRun(_ text: String) -> Bool {
        guard text.utf8.count >= 2, let first = text.utf8.first else { return false }
        return text.utf8.allSatisfy { $0 == first }
    }
}

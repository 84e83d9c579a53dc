import Basics

extension AppleSystem {
    /// Parses the name of a system as users write it: `iOS 17`, `iPadOS 16.2`, `macOS 12`, `iOS 14+ developer mode`.
    ///
    /// This program supports systems from iOS 9.3 on; macOS 10.15 corresponds to iOS 13, macOS 11 to iOS 14.
    ///
    /// - Throws: `SettingError` with the allowed names.
    public init(reading text: String) throws(SettingError) {
        let name = text.lowercased()
        let words = name.split(separator: " ", maxSplits: 1)
        let written = Self.allCases.first { $0.rawValue.lowercased() == name }
        let exact: AppleSystem? = name == "developer mode" ? .iOS14DeveloperMode : written
        guard let system = exact ?? (words.count == 2 ? Self.generation(of: words[1], on: words[0]) : nil) else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a system with universal links",
                expected: "write iOS, iPadOS or macOS and its version, as in “iOS 17”, or “developer mode”")
        }
        self = system
    }

    private static func generation(of version: Substring, on system: Substring) -> AppleSystem? {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard !numbers.contains(nil), let major = numbers[0], (1...3).contains(numbers.count) else { return nil }
        let minor = (numbers.count > 1 ? numbers[1] : nil) ?? UInt8.max
        switch system {
        case "ios", "ipados":
            if major >= 14 { return .iOS14 }
            if major == 13 { return .iOS13 }
            return (major, minor) >= (9, 3) ? .iOS9To12 : nil
        case "macos":
            if major >= 11 { return .iOS14 }
            return major == 10 && minor == 15 ? .iOS13 : nil
        default: return nil
        }
    }
}

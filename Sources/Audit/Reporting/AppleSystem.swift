import Basics

/// Generations of Apple's systems that read the file differently; "iOS N" includes the other systems of that year.
public enum AppleSystem: String, Codable, Sendable, CaseIterable {
    /// iOS 9.3 to 12: the device reads `.well-known`, or otherwise the root, in the old format only.
    case iOS9To12 = "iOS 9.3-12"
    /// iOS 13, macOS 10.15: the device reads the file itself, in the new format.
    case iOS13 = "iOS 13"
    /// iOS 14 and later, macOS 11 and later: through Apple's CDN.
    case iOS14 = "iOS 14+"
    /// The same systems with `?mode=developer`: directly from the server, regardless of its certificate.
    case iOS14DeveloperMode = "iOS 14+ developer mode"
}

extension AppleSystem {
    /// Parses the name of a system as users write it: `iOS 17`, `iPadOS 16.2`, `macOS 12`, `iOS 14+ developer mode`.
    ///
    /// This program supports systems from iOS 9.3 on; macOS 10.15 corresponds to iOS 13, macOS 11 to iOS 14.
    ///
    /// - Throws: `SettingError` with the allowed names.
    public init(reading text: String) throws(SettingError) {
        let name = text.lowercased()
        let words = name.split(separator: " ", maxSplits: 1)
        let generation = words.count == 2 ? Self.generation(of: words[1], on: words[0]) : nil
        let named =
            name == "developer mode" ? .iOS14DeveloperMode : Self.allCases.first { $0.rawValue.lowercased() == name }
        guard let system = named ?? generation else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a system with universal links",
                expected: "write iOS, iPadOS or macOS and its version, as in “iOS 17”, or “developer mode”")
        }
        self = system
    }

    private static func generation(of version: Substring, on system: Substring) -> AppleSystem? {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard !numbers.contains(nil), let major = numbers[0], (1...3).contains(numbers.count) else { return nil }
        // Without a minor version, the latest one is assumed.
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

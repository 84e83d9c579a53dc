import Testing

@testable import Audit

/// The notations of systems that users write.
struct AppleSystemReadingTests {
    @Test(arguments: [
        ("iOS 17", AppleSystem.iOS14), ("ios 14", .iOS14), ("iPadOS 16.2", .iOS14), ("iOS 13.7", .iOS13),
        ("iOS 12.5.7", .iOS9To12), ("iOS 9.3", .iOS9To12), ("iOS 10", .iOS9To12), ("macOS 10.15", .iOS13),
        ("macOS 11", .iOS14),
        ("developer mode", .iOS14DeveloperMode), ("iOS 14+ developer mode", .iOS14DeveloperMode),
        ("iOS 9.3-12", .iOS9To12),
        ("iOS 14+", .iOS14),
    ])
    func understands(_ text: String, system: AppleSystem) throws {
        #expect(try AppleSystem(reading: text) == system)
    }

    @Test(arguments: [
        "", "iOS", "17", "iOS 8", "iOS 9.2", "macOS 10.14", "Android 14", "iOS seventeen", "iOS 17.", "iOS 1000",
        "iOS -1",
        "iOS 1.2.3.4", "\u{1B}[31m",
    ])
    func refusesUnknownSystems(_ text: String) {
        #expect(throws: SettingError.self) { try AppleSystem(reading: text) }
    }
}

import TestSupport
import Testing

@testable import Settings

/// The part of the manual about settings.
struct SettingManualTests {
    @Test(arguments: SettingTable.entries.compactMap(\.fileVariable))
    func hasTheFileOfEverySecret(variable: String) throws {
        #expect(try Repository.page("Configuration").contains("\n| `\(variable)` | "))
    }

    @Test(arguments: ["README.md"] + Repository.manual)
    func namesNoVariableThatDoesNotExist(path: String) throws {
        let known = Set(SettingTable.entries.flatMap { [$0.variable, $0.fileVariable].compactMap(\.self) })
        for variable in try Repository.text(path).matches(of: /AASA_AUDIT_[A-Z_]*[A-Z]/).map({ String($0.output) }) {
            #expect(known.contains(variable), "\(variable) in \(path)")
        }
    }

    /// The time that a domain can take is documented with the defaults of the program.
    @Test(arguments: ["connect_timeout", "timeout", "deadline"])
    func tellsTheDefaultOfATime(key: String) throws {
        let entry = try #require(SettingTable.entries.first { $0.key == key })
        let time = try #require(entry.defaultText).replacing("s", with: " s")
        #expect(try Repository.page("Capacity").contains("| `--\(entry.flag)`, \(time)"))
    }
}

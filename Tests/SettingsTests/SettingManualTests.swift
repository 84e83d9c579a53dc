import TestSupport
import Testing

@testable import Settings

/// What the manual says of settings.
struct SettingManualTests {
    @Test(arguments: SettingTable.entries.compactMap(\.fileVariable))
    func hasTheFileOfEverySecret(variable: String) throws {
        #expect(try Repository.text("Sources/Manual/Configuration.md").contains("\n| `\(variable)` | "))
    }

    @Test(arguments: ["README.md"] + Repository.manual)
    func namesNoVariableThatDoesNotExist(path: String) throws {
        let known = Set(SettingTable.entries.flatMap { [$0.variable, $0.fileVariable].compactMap(\.self) })
        for variable in try Repository.text(path).matches(of: /AASA_AUDIT_[A-Z_]*[A-Z]/).map({ String($0.output) }) {
            #expect(known.contains(variable), "\(variable) in \(path)")
        }
    }
}

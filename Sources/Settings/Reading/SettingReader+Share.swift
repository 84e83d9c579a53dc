package import Audit
import Basics
package import Records

extension SettingReader {
    private static let targets = 0...1_000_000_000

    /// Reads a number such as `20`, or a percentage such as `5%` or `0.5%`.
    package static func share(_ text: String) throws(SettingError) -> Share {
        guard text.hasSuffix("%") else {
            do throws(SettingError) {
                return .count(try integer(text, in: targets))
            } catch {
                throw SettingError(
                    found: error.found,
                    expected:
                        "a number from \(targets.lowerBound) to \(targets.upperBound), or a share such as 5%, is allowed"
                )
            }
        }
        guard isDecimal(text.dropLast()), let percent = Double(text.dropLast()), percent <= 100 else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a share",
                expected: "a share is from 0% to 100%, such as 5% or 0.5%")
        }
        return .percent(percent)
    }
}

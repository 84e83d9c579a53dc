import Basics

/// So many of something, or such a share of it.
public enum Share: Hashable, Sendable, CustomStringConvertible {
    /// A number.
    case count(Int)
    /// Hundredths of the whole, from 0 to 100.
    case percent(Double)

    /// As users write it: `20` or `5%`.
    public var description: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
        }
    }

    /// Whether `count` is more than this of `whole`.
    public func isExceeded(by count: Int, of whole: Int) -> Bool {
        switch self {
        case .count(let most): count > most
        case .percent(let percent): Double(count) * 100 > percent * Double(whole)
        }
    }
}

extension SettingReader {
    /// Reads a number such as `20`, or a share such as `5%` or `0.5%`.
    public static func share(_ text: String) throws(SettingError) -> Share {
        guard text.hasSuffix("%") else {
            do throws(SettingError) {
                return .count(try integer(text, in: SettingLimits.targets))
            } catch {
                throw SettingError(
                    found: error.found,
                    expected:
                        "a number from \(SettingLimits.targets.lowerBound) to \(SettingLimits.targets.upperBound), "
                        + "or a share such as 5%, is allowed")
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

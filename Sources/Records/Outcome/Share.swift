/// A number or a percentage.
package enum Share: Hashable, Sendable, CustomStringConvertible {
    /// An absolute number.
    case count(Int)
    /// A percentage of the whole, from 0 to 100.
    case percent(Double)

    /// The text form: `20` or `5%`.
    package var description: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
        }
    }

    /// Returns whether `count` exceeds this value, relative to `whole`.
    package func isExceeded(by count: Int, of whole: Int) -> Bool {
        switch self {
        case .count(let most): count > most
        case .percent(let percent): Double(count) * 100 > percent * Double(whole)
        }
    }
}

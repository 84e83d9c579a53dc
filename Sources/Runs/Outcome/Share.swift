/// So many of something, or such a share of it.
package enum Share: Hashable, Sendable, CustomStringConvertible {
    /// A number.
    case count(Int)
    /// Hundredths of the whole, from 0 to 100.
    case percent(Double)

    /// As users write it: `20` or `5%`.
    package var description: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
        }
    }

    /// Whether `count` is more than this of `whole`.
    package func isExceeded(by count: Int, of whole: Int) -> Bool {
        switch self {
        case .count(let most): count > most
        case .percent(let percent): Double(count) * 100 > percent * Double(whole)
        }
    }
}

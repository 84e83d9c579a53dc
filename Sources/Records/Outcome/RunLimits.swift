import Audit
import Basics

/// The limits beyond which a warning about the run as a whole is reported.
package struct RunLimits: Hashable, Sendable {
    /// The minimum decrease in targets that causes a warning, if it is also at least a tenth of the previous targets.
    private static let minSuspiciousDrop = 3

    /// The minimum number of targets, or percentage of the previous run's targets; `nil` for no limit.
    private let minTargets: RunLimit?
    /// The maximum number of unreachable domains, or percentage of all domains; `nil` for no limit.
    private let maxUnreachable: RunLimit?

    package init(minTargets: RunLimit? = nil, maxUnreachable: RunLimit? = nil) {
        self.minTargets = minTargets
        self.maxUnreachable = maxUnreachable
    }

    /// Returns the warnings about a run; `unreachable` is the number of unreachable domains that are not waived.
    package func warnings(
        _ summary: RunSummary, unreachable: Int, previousTargets: Int?, isComplete: Bool
    ) -> [RunWarning] {
        // A run that ended early did not count the rest of its targets.
        let targetWarning = isComplete ? targetWarning(summary.targets, previousTargets) : nil
        return [targetWarning, reachabilityWarning(summary, unreachable)].compactMap(\.self)
    }

    private func targetWarning(_ count: Int, _ previousCount: Int?) -> RunWarning? {
        if let minTargets, Double(count) < minTargets.number(of: previousCount ?? 0) {
            let introduction =
                switch minTargets {
                case .percent: " of the previous run's "
                case .count: "; the previous run had "
                }
            let comparison = previousCount.map { introduction + Phrase.number($0) } ?? ""
            return RunWarning(
                .targetsTooFew,
                "The run had \(Phrase.count(count, "target")), but --min-targets requires at least "
                    + "\(minTargets)\(comparison). Check that the list is complete.")
        }
        guard let previousCount else { return nil }
        let drop = previousCount - count
        guard drop >= Self.minSuspiciousDrop, drop * 10 >= previousCount else { return nil }
        return RunWarning(
            .targetsDropped,
            "The run had \(Phrase.count(count, "target")), the previous run had \(Phrase.number(previousCount)). "
                + "Check that the list is complete; --min-targets makes this an error.")
    }

    private func reachabilityWarning(_ summary: RunSummary, _ unreachable: Int) -> RunWarning? {
        let domains = summary.targets - summary[.invalid]
        guard let maxUnreachable, Double(unreachable) > maxUnreachable.number(of: domains) else { return nil }
        return RunWarning(
            .unreachableTooMany,
            "\(Phrase.number(unreachable)) of \(Phrase.count(domains, "domain")) could not be reached, more than "
                + "the \(maxUnreachable) that --max-unreachable allows. The cause is probably local: check the "
                + "network, DNS, proxy and firewall of the machine that runs the audit.")
    }
}

package enum RunLimit: Hashable, Sendable, CustomStringConvertible {
    case count(Int)
    /// A percentage of the whole, from 0 to 100.
    case percent(Double)

    /// The limit as text, such as `20` or `5%`.
    package var description: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
        }
    }

    /// Returns the limit as a number, which can be a fraction; a percentage refers to `whole`.
    fileprivate func number(of whole: Int) -> Double {
        switch self {
        case .count(let count): Double(count)
        case .percent(let percent): percent * Double(whole) / 100
        }
    }
}

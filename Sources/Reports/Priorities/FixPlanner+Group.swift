import Audit
import Findings
import Records

extension FixPlanner {
    /// Domains with the same cause that one fix or one owner covers.
    struct Group {
        struct Key: Hashable {
            var code: FindingCode
            /// The owner or team of all domains with its contact, or only a contact; `nil` if it is unknown, or not the
            /// same.
            var owner: String?
            var shared: SharedProperty
        }

        /// The property that the domains of a group share.
        enum SharedProperty: Hashable {
            case owner(String)
            case certificate(String)
            case redirect(to: String)
            case server(String)
            case file(String)
            /// No common property: a single domain.
            case domain(String)
        }

        /// The weight of a group; the group with the larger weight comes first.
        struct Weight: Comparable {
            /// The worst status of the domains.
            var status: DomainStatus
            /// Whether a domain has a tag of production.
            var isUrgent: Bool
            /// The systems that fail: 4 for iOS 14 and later, 2 for each earlier one, 1 for developer mode, 0 for it alone.
            var impact: Int
            var isNew: Bool
            var domains: Int

            private var order: [Int] { [-status.rank, isUrgent ? 1 : 0, impact, isNew ? 1 : 0, domains] }

            static func < (left: Weight, right: Weight) -> Bool { left.order.lexicographicallyPrecedes(right.order) }
        }

        var key: Key
        /// The number of the group: the position of its first domain among the domains to fix, from 1.
        var number: Int
        /// The numbers of the groups that were merged into this group, including its own.
        var mergedNumbers: [Int]
        var weight: Weight
        /// The effect on links in words; `nil` if it is unknown, or if there is none.
        var effect: String?
        /// The number of domains where the problem is new, or has returned.
        var changeCounts: [ChangeKind: Int]
        var step: Step

        func merged(with other: Group) -> Group {
            let (first, second) = number < other.number ? (self, other) : (other, self)
            var both = first
            both.mergedNumbers += second.mergedNumbers
            both.step.add(second.step)
            both.weight = Weight(
                status: DomainStatus.worstFirst[min(weight.status.rank, other.weight.status.rank)],
                isUrgent: weight.isUrgent || other.weight.isUrgent,
                impact: max(weight.impact, other.weight.impact), isNew: weight.isNew || other.weight.isNew,
                domains: both.step.domains.count)
            if second.weight.impact > first.weight.impact || both.effect == nil { both.effect = second.effect }
            both.changeCounts.merge(second.changeCounts, uniquingKeysWith: +)
            return both
        }
    }
}

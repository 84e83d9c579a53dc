import Findings

extension FixPlanner {
    /// Domains with the same cause that one fix or one owner covers.
    struct Group {
        struct Key: Hashable {
            var code: FindingCode
            /// The owner or team that all domains have; `nil` if it is unknown, or not the same.
            var people: String?
            var shared: SharedProperty
        }

        /// The property that the domains of a group share.
        enum SharedProperty: Hashable {
            case people(String)
            case certificate(String)
            case redirect(to: String)
            case server(String)
            case file(String)
            /// No common property: a single domain.
            case domain(String)
        }

        /// The weight of a group; the group with the larger weight comes first.
        struct Weight: Comparable {
            /// Whether the domains have errors, or could not be checked.
            var isSevere: Bool
            var isUrgent: Bool
            /// The weight of systems that fail: 4 for iOS 14 and later, 2 for each earlier generation, and 1 for
            /// developer mode if another system fails.
            var systems: Int
            var isNew: Bool
            var domains: Int

            private var order: [Int] { [isSevere ? 1 : 0, isUrgent ? 1 : 0, systems, isNew ? 1 : 0, domains] }

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
                isSevere: weight.isSevere || other.weight.isSevere, isUrgent: weight.isUrgent || other.weight.isUrgent,
                systems: max(weight.systems, other.weight.systems), isNew: weight.isNew || other.weight.isNew,
                domains: both.step.domains.count)
            if second.weight.systems > first.weight.systems || both.effect == nil { both.effect = second.effect }
            both.changeCounts.merge(second.changeCounts, uniquingKeysWith: +)
            return both
        }
    }
}

import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

extension FixPlanner {
    struct Step: Hashable, Sendable {
        var domains = DomainNames()
        var code: FindingCode
        /// The worst status of the domains.
        var status = DomainStatus.fail
        /// The effect on links in words; `nil` if it is unknown, or if there is none.
        var effect: String?
        /// On how many domains the problem is new or has returned, in words.
        var news: [String] = []
        /// The reasons for the position of the step, without the owners, each in a few words; may be empty.
        var reasons: [String] = []
        /// The ``reasons`` and the owners that several domains have, in words without a full stop; may be empty.
        var reason = ""
        /// The message of the finding of the first domain.
        var message: String
        /// The remedy for the first domain.
        var remedy: String
        /// The first day of the problem, without domains where it is new or has returned; `nil` if it is unknown.
        var firstSeen: Date?
        /// The owners of the domains, or teams if there is no owner, with their contacts.
        var people: [String] = []
        /// The names of ``people``, without contacts.
        var names: [String] = []
        var teams: [String] = []
        /// The contact of the domains, if they have neither owner nor team; `nil` if there is none.
        var contact: String?
        /// The number of domains with tags of production domains.
        var urgentCount = 0
        var urgentTags: [String] = []
        /// The server, certificate or other property that the domains share, in words that follow their number; `nil`
        /// for a single domain, and for domains that share only a contact.
        var shared: String?

        mutating func add(_ other: Step) {
            domains.add(other.domains)
            people = people.adding(other.people)
            names = names.adding(other.names)
            teams = teams.adding(other.teams, limit: 3)
            urgentCount += other.urgentCount
            firstSeen = [firstSeen, other.firstSeen].compactMap(\.self).min()
            urgentTags = urgentTags.adding(other.urgentTags, limit: 3)
        }

        var otherTeams: [String] { teams.filter { !names.contains($0) } }

        /// The text in place of an owner: whom to ask.
        var unownedText: String { DomainWords.unowned(ask: contact ?? Catalogue[code].addressee) }

        var peopleText: String? {
            guard !people.isEmpty else { return nil }
            return people.joined(separator: ", ")
                + (otherTeams.isEmpty ? "" : " (\(otherTeams.joined(separator: ", ")))")
        }
    }

    struct Plan: Hashable, Sendable {
        static let maxSteps = 5
        static let maxOthers = 95
        /// The maximum number of ``others`` in a line of text.
        static let maxOthersInText = 20

        /// The steps, the most urgent first, at most ``maxSteps``.
        var steps: [Step] = []
        /// The steps after ``steps``, in order, at most ``maxOthers``.
        var others: [Step] = []
        /// The number of all steps.
        var count = 0
        /// The criteria for the order of the steps, in words, the most important first.
        var order = ""
        /// The position of each group's step, by the number of the group.
        var positions: [Int: Int] = [:]

        var othersCountText: String? {
            count > steps.count ? Phrase.count(count - steps.count, "more fix", "more fixes") : nil
        }

        func othersText(_ format: (String) -> String = { $0 }) -> String? {
            guard let othersCountText else { return nil }
            let named = others.prefix(Self.maxOthersInText)
            let more = count - steps.count - named.count
            var actions: [(code: FindingCode, names: [String])] = []
            for step in named {
                if actions.last?.code != step.code { actions.append((step.code, [])) }
                actions[actions.count - 1].names.append(step.domains.text(limit: 5, format))
            }
            let texts = actions.map { code, names in
                let count = names.count > 1 ? "\(names.count) fixes: " : ""
                return "\(Catalogue[code].action) (\(count)\(names.joined(separator: "; ")))"
            }
            return "\(othersCountText): \(texts.joined(separator: "; "))"
                + (more > 0 ? "; and \(Phrase.number(more)) more." : ".")
        }
    }
}

extension [String] {
    fileprivate func adding(_ others: [String], limit: Int = .max) -> [String] {
        self + others.filter { !contains($0) }.prefix(limit - count)
    }
}

package import Audit
import Basics
import Findings
import Platform

package import struct Foundation.Date

/// A file of waivers that the program writes and that a configuration includes.
package struct AcceptedFile: Sendable {
    package let bytes: [UInt8]
    /// The number of new waivers; findings that are already accepted are not accepted again.
    package let addedCount: Int

    private static let heading = """
        # Findings that were accepted, written by “aasa-audit baseline accept”. The configuration lists this file \
        under “include:”.
        # Entries may be edited and removed; new ones are added at the end.
        waivers:

        """

    /// Adds `rules` at the end of the file at `path`, or to a new file; waivers that ended before `date` do not count.
    package init(adding rules: [(rule: WaiverRule, comment: String)], toFileAt path: String, at date: Date) throws {
        var existing: [UInt8]?
        if access(path, F_OK) == 0 || errno != ENOENT {
            do throws(ConfigurationProblem) {
                existing = try Configuration.bytes(of: path)
            } catch {
                throw ConfigurationError(path: path, [error])
            }
        }
        try self.init(adding: rules, to: existing, path: path, at: date)
    }

    /// Adds `rules` after the `existing` bytes, which are `nil` for a new file.
    init(
        adding rules: [(rule: WaiverRule, comment: String)], to existing: [UInt8]?, path: String, at date: Date
    ) throws {
        var existingRules: [WaiverRule] = []
        if let existing { existingRules = try Configuration(existing, path: path, isIncluded: true).waivers.rules }
        // A waiver in force is not extended by a second one, because its end is intended.
        let inForce = Set(existingRules.filter { !$0.hasEnded(at: date) }.map(Self.extent))
        let newRules = rules.filter { !inForce.contains(Self.extent($0.rule)) }
        addedCount = newRules.count
        guard addedCount > 0 else {
            bytes = existing ?? []
            return
        }
        var text = existing.map { String(decoding: $0, as: UTF8.self) } ?? Self.heading
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        if existingRules.isEmpty, !text.split(whereSeparator: \.isNewline).contains("waivers:") { text += "waivers:\n" }
        for (rule, comment) in newRules { text += Self.entry(rule, comment) }
        bytes = Array(text.utf8)
        guard bytes.count <= YAMLText.maxBytes else {
            throw UsageError(
                "With \(Phrase.count(addedCount, "more waiver")), \(path) would be larger than "
                    + "\(YAMLText.maxBytes >> 20) MiB, the maximum, so it was not changed. Specify another file with "
                    + "--file, or write one waiver for a pattern of domains.")
        }
        // If the list is not at the end of the file, or has another format, the new waivers are not part of the list.
        var problem = ""
        var readRules: [WaiverRule] = []
        do throws(ConfigurationError) {
            readRules = try Configuration(bytes, path: path, isIncluded: true).waivers.rules
        } catch {
            problem = " With the new waivers the file cannot be read: \(error)"
        }
        guard readRules.map(Self.contents) == (existingRules + newRules.map(\.rule)).map(Self.contents) else {
            throw UsageError(
                "No waiver can be added at the end of \(path), so it was not changed. Make “waivers:” the last key of "
                    + "the file, with one entry per line, or specify another file with --file.\(problem)")
        }
    }

    private static func extent(_ rule: WaiverRule) -> [String?] {
        [rule.code.rawValue, rule.domain?.description.lowercased(), rule.team, rule.tag]
    }

    private static func contents(_ rule: WaiverRule) -> [String?] {
        extent(rule) + [rule.waiver.until, rule.waiver.reason, rule.waiver.acceptedBy]
    }

    private static func entry(_ rule: WaiverRule, _ comment: String) -> String {
        var text = "  # \(VisibleText.escape(comment))\n"
        text += "  - code: \(rule.code.rawValue)\n"
        if let domain = rule.domain { text += "    domain: \(YAMLWriting.quoted(domain.description))\n" }
        text += "    reason: \(YAMLWriting.quoted(rule.waiver.reason))\n"
        if let until = rule.waiver.until { text += "    until: \(until)\n" }
        if let author = rule.waiver.acceptedBy { text += "    accepted_by: \(YAMLWriting.quoted(author))\n" }
        return text
    }
}

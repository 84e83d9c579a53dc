package import Audit
import Basics

/// An initial configuration: domains, and most other keys as comments.
package struct NewConfiguration: Sendable {
    package let bytes: [UInt8]
    /// Sentences about properties of the domains that the file cannot express.
    package let remarks: [String]

    /// Creates a configuration for the file at `path`, to whose folder the paths of `lists` and `entitlements` are
    /// relative; `-` is the standard output.
    ///
    /// `targets` are the domains to write, in addition to the `listedCount` domains in `lists`.
    package init(
        of targets: [Target], path: String, lists: [String] = [], listedCount: Int = 0, entitlements: [String] = [],
        schema: String? = nil
    ) throws(UsageError) {
        let file = path == "-" ? "FILE" : ShellWord.word(VisibleText.escape(path))
        var text = ""
        if let schema { text += "# yaml-language-server: $schema=\(VisibleText.escape(schema))\n" }
        for line in Self.heading {
            // A command is not wrapped, so that users can copy it.
            text += line.hasPrefix("  ") ? "# \(line.replacing("FILE", with: file))\n" : Self.comment(line)
        }
        text += Self.section("Domains") + "\n"
        let listsEntry = SettingTable.Targets.table.lists.entry
        if !lists.isEmpty {
            text += Self.comment(listsEntry.fileHelp) + "\(listsEntry.key): \(YAMLWriting.list(lists))\n\n"
        }
        var remarks: [String] = []
        text += Self.domains(targets, &remarks)
        self.remarks = remarks
        for key in FileKey.groups where key.name != "domains" {
            text += "\n" + Self.comment(key.help)
            if let example = key.example { text += "#\(key.name): \(example)\n" }
        }
        // The file names its series of runs, so that the series continues if the file is renamed.
        let fileName = path.split(separator: "/").last ?? "-"
        let stem = fileName.split(separator: ".").first ?? fileName
        let name = stem == "-" ? "domains" : String(stem.prefix(100))
        let count = targets.count + listedCount
        var lastTitle = ""
        for group in SettingTable.groups {
            let entries = group.entries.filter { $0.sources.contains(.file) }
            if !entries.isEmpty, group.title != lastTitle { text += Self.section(group.title) }
            lastTitle = group.title
            for entry in entries where lists.isEmpty || entry.key != listsEntry.key {
                text += Self.text(of: entry, entitlements: entitlements, name: name, domainCount: count)
            }
        }
        bytes = Array(text.utf8)
        do throws(ConfigurationError) {
            _ = try Configuration(bytes, path: path)
        } catch {
            throw UsageError(
                "\(Phrase.count(count, "domain")) cannot be written into one configuration: "
                    + "\(error.problems[0].message).")
        }
    }

    private static let heading = [
        "A configuration for aasa-audit, made by “aasa-audit init”. It is read only if it is specified:", "",
        "  aasa-audit config check FILE", "  aasa-audit --config FILE", "",
        "Lines that begin with #key: show a setting with its default or an example; remove the # to use them. "
            + "Settings have the names of the flags; the command line takes precedence, then the environment "
            + "(AASA_AUDIT_MAX_RETRIES), then this file. An unknown key is an error. "
            + "Relative paths start at the folder of this file.",
    ]

    private static func domains(_ targets: [Target], _ remarks: inout [String]) -> String {
        var text = FileKey.groups.filter { $0.name == "domains" }.map { comment($0.help) }.joined()
        for key in FileKey.domain { text += comment("  \(key.name): \(key.help)", hanging: 4) }
        text += "domains:\n"
        if targets.isEmpty {
            text += "  #- shop.example\n  #- {name: www.shop.example, owner: Dana Example, team: Web platform}\n"
        }
        var columns: Set<String> = []
        for target in targets {
            text += "  - \(line(target, &remarks))\n"
            columns.formUnion(target.columns.map(\.name))
        }
        if !columns.isEmpty {
            let names = columns.sorted().map { VisibleText.quote($0) }
            remarks.append(
                "These columns were left out, because a configuration has no keys for them: "
                    + "\(Phrase.list(names, limit: 5)). To keep them in reports, replace “domains” by “lists” with the "
                    + "list.")
        }
        return text
    }

    /// Returns a domain on one line: only its name, or a group of keys.
    private static func line(_ target: Target, _ remarks: inout [String]) -> String {
        let name = name(of: target)
        let people = target.people
        var members = ["name: \(YAMLWriting.text(name))"]
        for (key, text) in [("owner", people.owner), ("contact", people.contact), ("team", people.team)] {
            guard let text = clean(text ?? "") else { continue }
            if key == "contact", text.unicodeScalars.count > ConfigurationReader.maxContactLength {
                remarks.append(
                    "The contact of \(VisibleText.quote(target.domain.name)) was left out, because it has more than "
                        + "\(ConfigurationReader.maxContactLength) characters. Add a shorter one to the configuration.")
                continue
            }
            members.append("\(key): \(YAMLWriting.text(text))")
        }
        let tags = people.tags.compactMap(clean)
        if !tags.isEmpty { members.append("tags: \(YAMLWriting.list(tags))") }
        if let expected = target.expectations, !expected.isEmpty {
            let lists: [(key: String, texts: [String])] = [
                ("app_ids", expected.apps.map(\.shortText)), ("opens", expected.opens.map(\.text)),
                ("does_not_open", expected.doesNotOpen.map(\.text)),
            ]
            let parts = lists.filter { !$0.texts.isEmpty }.map { "\($0.key): \(YAMLWriting.list($0.texts))" }
            members.append("expect: {\(parts.joined(separator: ", "))}")
        }
        return members.count == 1 ? YAMLWriting.text(name) : "{\(members.joined(separator: ", "))}"
    }

    /// Returns the display name of the domain if it is parsed as the same domain; otherwise its ASCII form.
    private static func name(of target: Target) -> String {
        let star = target.isWildcard ? "*." : ""
        let shown = star + target.domain.name
        return (try? TargetParser.parse(shown))?.domain == target.domain ? shown : star + target.domain.authority
    }

    private static func clean(_ text: String) -> String? {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        let cleaned = String(String.UnicodeScalarView(scalars)).trimming { $0 == " " }
        return cleaned.isEmpty ? nil : String(cleaned)
    }

    /// The minimum number of domains for limits in percent.
    ///
    /// With fewer domains, a limit cannot distinguish a network failure from a few failing domains, or a truncated list
    /// from a shorter one.
    private static let minDomainsForLimits = 10

    private static func text(of entry: SettingEntry, entitlements: [String], name: String, domainCount: Int) -> String {
        var value = sample(entry)
        var isActive = false
        switch entry.key {
        case "name":
            value = YAMLWriting.text(name)
            isActive = true
        case "min_targets", "max_unreachable": isActive = domainCount >= minDomainsForLimits
        case "entitlements" where !entitlements.isEmpty: value = YAMLWriting.list(entitlements)
        default: break
        }
        return "\n" + comment(entry.fileHelp) + "\(isActive ? "" : "#")\(entry.key): \(value)\n"
    }

    private static func sample(_ entry: SettingEntry) -> String {
        var text = entry.defaultText ?? entry.example ?? ""
        if text.isEmpty, case .choice(let choices) = entry.form { text = choices.first ?? "" }
        if entry.count != .one { return YAMLWriting.list([text]) }
        return switch entry.form {
        case .text: YAMLWriting.text(text)
        case .boolean, .number, .choice, .duration, .runLimit: text
        }
    }

    private static let width = 112

    private static func section(_ title: String) -> String {
        let start = "# ---- \(title) "
        return "\n" + start + String(repeating: "-", count: max(0, width - start.count)) + "\n"
    }

    /// Returns a comment, wrapped; lines that begin with spaces keep their indentation.
    private static func comment(_ text: String, hanging: Int = 0) -> String {
        let indent = String(text.prefix { $0 == " " })
        let lines = Phrase.lines(
            of: text, width: width - 2, indent: indent, hanging: String(repeating: " ", count: hanging))
        return lines.isEmpty ? "#\n" : lines.map { "# \($0)\n" }.joined()
    }
}

import Findings
import Records
import Reports

/// The JSON Schema of the configuration file, for editors; they support draft 7 best.
package enum ConfigurationSchema {
    package static let fileName = "aasa-audit.schema.json"

    package static let text: String = {
        var writer = JSONWriter(lineLevels: .max)
        writer.value(schema)
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }()

    static let schema: Evidence = {
        var properties = Evidence()
        for key in FileKey.groups { properties[key.name] = .object(key.schema) }
        for entry in entries { properties[entry.key] = .object(entry.schema) }
        // Only two switches exclude each other in a file; settings with values can both be present.
        let switches = entries.filter { if case .boolean = $0.form { true } else { false } }
        let exclusions = switches.filter { $0.excludes != nil }.map { entry -> EvidenceValue in
            let pair = [entry.key, entry.excludes ?? ""]
            var both = Evidence()
            for key in pair { both[key] = ["const": true] }
            return ["not": ["required": .strings(pair), "properties": .object(both)]]
        }
        return [
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "aasa-audit configuration",
            "description":
                "The configuration for --config. “aasa-audit config check FILE” reports more than a schema can.",
            "type": ["object", "null"],
            "additionalProperties": false,
            "allOf": .array(exclusions),
            "properties": .object(properties),
        ]
    }()

    static let entries = SettingTable.entries.filter { $0.sources.contains(.file) }
}

extension SettingEntry {
    var schema: Evidence {
        var one: Evidence
        switch form {
        case .text: one = .text
        case .boolean: one = ["type": "boolean"]
        case .number(let range):
            one = [
                "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
            ]
        case .choice(let choices): one = ["enum": .strings(choices)]
        case .duration: one = ["type": "string", "pattern": "^[0-9]+([.][0-9]+)?(ms|s|m|h|d)$"]
        case .runLimit: one = ["type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]+([.][0-9]+)?%?$"]
        }
        let description = EvidenceValue.string(fileHelp)
        let exampleValue = example.map(value)
        guard count == .one else {
            var list = Evidence.list(of: one)
            list["description"] = description
            if let exampleValue { list["examples"] = [[exampleValue]] }
            return list
        }
        one["description"] = description
        if let defaultText { one["default"] = value(defaultText) }
        if let exampleValue { one["examples"] = [exampleValue] }
        return one
    }

    /// The sentences of `--help` that apply to a file, in which repeatable settings are lists.
    var fileHelp: String { help.replacing("; repeatable.", with: ".").replacing(" Repeatable.", with: "") }

    private func value(_ text: String) -> EvidenceValue {
        switch form {
        case .boolean: .boolean(text == "true")
        case .number: if let number = Int(text) { .integer(number) } else { .string(text) }
        case .text, .choice, .duration, .runLimit: .string(text)
        }
    }
}

/// A key of the configuration file that is not a setting, for the reader, the schema and new files.
struct FileKey: Sendable {
    let name: String
    let help: String
    let valueSchema: Evidence
    let isRequired: Bool
    /// An example of a value on one line, for new files and for messages about missing keys.
    let example: String?

    init(_ name: String, _ valueSchema: Evidence, isRequired: Bool = false, example: String? = nil, _ help: String) {
        self.name = name
        self.help = help
        self.valueSchema = valueSchema
        self.isRequired = isRequired
        self.example = example
    }

    static let groups = [
        FileKey(
            "include", .texts, example: "[team-shop.yaml, accepted.yaml]",
            "Files with more domains, owners, waivers and severities, so that each team keeps its own."),
        FileKey(
            "domains", .list(of: ["anyOf": [.object(.text), .object(.group(domain))]]),
            "The domains to audit: host names, each alone or with its details."),
        FileKey(
            "owners", .list(of: .group(owner, more: ["minProperties": 2])),
            example: ##"[{domain: "*.shop.example", owner: Robin Example, contact: "#web", team: Web platform}]"##,
            "The owners of the domains that match a pattern, where a domain itself has none; the first match applies."),
        FileKey(
            "waivers", .list(of: .group(waiver, more: .requiring("anyOf", of: ["domain", "team", "tag"]))),
            example: #"[{code: redirect, domain: "*.shop.example", reason: Moves in June, until: 2099-06-30}]"#,
            "Accepted findings: they stay in the reports, with the reason, without effect on the status."),
        FileKey(
            "severities",
            [
                "type": ["object", "null"], "propertyNames": ["enum": .strings(FindingCode.allCases.map(\.rawValue))],
                "additionalProperties": ["enum": .strings(Severity.allCases.map(\.rawValue))],
            ], example: "{slow-response: info, content-type-wrong: error}",
            "Severities that replace the built-in ones; info has no effect on the status."),
        FileKey(
            "webhooks", .list(of: .group(webhook, more: .requiring("oneOf", of: ["url", "url_file"]))),
            example: "[{team: Web platform, url_file: /etc/aasa-audit/notify-web, format: slack}]",
            "Messages to teams, each about its own domains only; “notify” receives those about all domains."),
    ]

    static let domain = [
        FileKey("name", .text, isRequired: true, example: "example.com", "A host name, host:port or URL."),
        FileKey("owner", .text, "The owner, shown in every report."),
        FileKey(
            "contact", .text(limit: ConfigurationReader.maxContactLength),
            "The contact of the owner or the team: an address, a channel or a page."),
        FileKey("team", .text, "The team in charge, for separate reports and messages."),
        FileKey("tags", .texts, "Labels to group by."),
        FileKey("expect", .group(expect), "The expected contents of its file, if it serves a readable one."),
    ]

    static let expect = [
        FileKey(
            "app_ids", .texts,
            "Apps that the file must list, for universal links or as in webcredentials:A1B2C3D4E5.com.acme.shop."),
        FileKey("opens", .texts, "Links that must open an app."),
        FileKey("does_not_open", .texts, "Links that must stay in the browser."),
    ]

    static let owner =
        [
            FileKey(
                "domain", .text, isRequired: true, example: #""*.example.com""#,
                "A host name in which * matches any characters, dots included.")
        ] + domain.filter { ["owner", "contact", "team", "tags"].contains($0.name) }

    static let waiver = [
        FileKey(
            "code", ["enum": .strings(FindingCode.allCases.map(\.rawValue))], isRequired: true, example: "redirect",
            "The finding."),
        FileKey(
            "domain", .text, example: #""*.example.com""#,
            "The domains: a host name in which * matches any characters, dots included."),
        FileKey("team", .text, "The team in charge of the domains."),
        FileKey("tag", .text, "A tag that the domains have."),
        FileKey(
            "reason", .text, isRequired: true, example: "moves to another host in June",
            "The reason, shown in every report."),
        FileKey(
            "until", ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"],
            "The last day (UTC), as 2099-06-30; without it, the waiver does not expire."),
        FileKey("accepted_by", .text, "The person or team that accepted the finding, shown in every report."),
    ]

    static let webhook = [
        FileKey("team", .text, isRequired: true, "The team whose domains the messages are about."),
        FileKey("url", .text, "The URL that they are posted to; it may be a secret."),
        FileKey("url_file", .text, "A file with the URL in its first line, instead of “url”."),
        FileKey(
            "format", ["enum": .strings(NoticeFormat.allCases.map(\.rawValue))], "The format, as for notify_format."),
        FileKey("secret_file", .text, "A file with the signing key in its first line."),
    ]

    var schema: Evidence {
        var schema: Evidence = ["description": .string(help)]
        for entry in valueSchema.entries { schema[entry.key] = entry.value }
        return schema
    }
}

extension Evidence {
    /// A text that is not empty, including unquoted text that YAML interprets as a number or a Boolean.
    static let text: Evidence = ["type": ["string", "number", "boolean"], "minLength": 1]

    static func text(limit: Int) -> Evidence {
        var text = Self.text
        text["maxLength"] = .integer(limit)
        return text
    }

    static let texts = Evidence.list(of: .text)

    /// Returns the schema of a list, or null for an empty list.
    static func list(of element: Evidence) -> Evidence { ["type": ["array", "null"], "items": .object(element)] }

    /// Returns the condition that a group has `anyOf` or `oneOf` some keys.
    static func requiring(_ condition: String, of keys: [String]) -> Evidence {
        [condition: .array(keys.map { ["required": [.string($0)]] })]
    }

    static func group(_ keys: [FileKey], more: Evidence = [:]) -> Evidence {
        var properties = Evidence()
        for key in keys { properties[key.name] = .object(key.schema) }
        var group: Evidence = ["type": "object", "additionalProperties": false]
        let required = keys.filter(\.isRequired).map(\.name)
        if !required.isEmpty { group["required"] = .strings(required) }
        for entry in more.entries { group[entry.key] = entry.value }
        group["properties"] = .object(properties)
        return group
    }
}

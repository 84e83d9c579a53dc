import AppSiteAssociation
import Audit
import Findings
import Records
import Reports

/// The JSON Schema of the configuration file, for editors; they support draft 7 best.
package enum ConfigurationSchema {
    package static let fileName = "aasa-audit.schema.json"

    package static let text: String = {
        let text = EvidenceJSON.text(schema)
        // This generated text is always valid.
        guard let document = try? JSONDocument(text: text) else { return text + "\n" }
        return JSONPrinter(indentation: 2).print(document.root) + "\n"
    }()

    static let schema: Evidence = {
        var properties = Evidence()
        for key in FileKey.groups { properties[key.name] = .object(key.schema) }
        for entry in entries { properties[entry.key] = .object(entry.schema) }
        // Only two switches exclude each other in a file; settings with values can both be present.
        let switches = entries.filter { if case .boolean = $0.form { true } else { false } }
        let exclusions = switches.filter { $0.excluded != nil }.map { entry -> EvidenceValue in
            let pair = [entry.key, entry.excluded ?? ""]
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
        let shown = example.map(value)
        guard count == .one else {
            var list = Evidence.list(of: one)
            list["description"] = description
            if let shown { list["examples"] = [[shown]] }
            return list
        }
        one["description"] = description
        if let fallback { one["default"] = value(fallback) }
        if let shown { one["examples"] = [shown] }
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

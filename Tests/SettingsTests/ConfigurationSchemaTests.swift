import Foundation
import TestSupport
import Testing

@testable import Settings

/// The properties of the JSON Schema of the configuration that can be checked without a validator.
struct ConfigurationSchemaTests {
    /// `TEST_GENERATE=1` regenerates the file beside the example.
    @Test func isBesideTheExample() throws {
        let file = GeneratedFile("Scripts/deploy/aasa-audit.schema.json")
        let (found, expected) = try file.texts { _ in ConfigurationSchema.text }
        #expect(found == expected, "TEST_GENERATE=1 writes it.")
    }

    private func properties() throws -> [String: Any] {
        let schema = try JSONSerialization.jsonObject(with: Data(ConfigurationSchema.text.utf8)) as? [String: Any]
        #expect(schema?["additionalProperties"] as? Bool == false)
        return try #require(schema?["properties"] as? [String: Any])
    }

    @Test func hasEveryKeyAndWhatItIsFor() throws {
        let properties = try properties()
        #expect(Set(properties.keys) == Set(ConfigurationReader.settingKeys + FileKey.groups.map(\.name)))
        for (key, value) in properties {
            let description = (value as? [String: Any])?["description"] as? String
            #expect(description?.isEmpty == false, "\(key)")
        }
    }

    /// A text can be a number or a Boolean in YAML, so the schema must allow more than strings.
    @Test func aTextMayLookLikeANumber() throws {
        let properties = try properties()
        let domains = try #require((properties["domains"] as? [String: Any])?["items"] as? [String: Any])
        let kinds = try #require(domains["anyOf"] as? [[String: Any]])
        let keys = try #require(kinds.last?["properties"] as? [String: [String: Any]])
        let tags = try #require(keys["tags"]?["items"] as? [String: Any])
        let texts: [[String: Any]?] = [
            properties["name"] as? [String: Any], kinds.first, keys["owner"], keys["contact"], tags,
        ]
        for schema in texts {
            #expect(schema?["type"] as? [String] == ["string", "number", "boolean"])
            #expect(schema?["minLength"] as? Int == 1)
        }
        #expect(keys["contact"]?["maxLength"] != nil)
    }

    /// The defaults and examples in the schema are valid.
    @Test func defaultsAndExamplesAreRight() throws {
        for entry in ConfigurationSchema.entries {
            for text in [entry.defaultText, entry.example].compactMap(\.self) {
                #expect(throws: Never.self, "\(entry.key)") { try entry.check(text) }
            }
            let hasChoices = if case .choice = entry.form { true } else { false }
            #expect(entry.defaultText != nil || entry.example != nil || hasChoices, "\(entry.key)")
        }
    }

    @Test(arguments: [
        ("timeout", "pattern"), ("min_targets", "pattern"), ("expiry_days", "maximum"), ("fail_on", "enum"),
        ("fail_on", "default"), ("lists", "items"), ("db", "examples"), ("waivers", "items"),
    ])
    func saysWhatAValueMayBe(key: String, keyword: String) throws {
        let value = try #require(try properties()[key] as? [String: Any])
        #expect(value[keyword] != nil)
    }
}

import Audit
import Findings
import Foundation
import TestSupport
import Testing

@testable import Settings

/// The example configuration for users.
struct ExampleTests {
    static let path = "Scripts/deploy/aasa-audit.example.yaml"

    static func text() throws -> String { try Repository.text(path) }

    /// The example with all of its commented-out settings enabled.
    static func uncommented() throws -> String {
        try text().replacing(#/(?m)^#(?=[a-z])/#, with: "")
    }

    /// `TEST_GENERATE=1` regenerates the settings of the example; what precedes them is written by hand.
    @Test func explainsSettingsLikeANewConfiguration() throws {
        let new = try NewConfiguration(of: [], path: "aasa-audit.yaml")
        // A copy of the example is a series of its own, named after its file.
        let text = String(decoding: new.bytes, as: UTF8.self).replacing("\nname: ", with: "\n#name: ")
        let settings = try #require(Self.settings(in: text))
        let (found, expected) = try GeneratedFile(Self.path).texts { text in
            guard let old = Self.settings(in: text) else { throw SupportError("The example has no settings.") }
            return String(text.dropLast(old.count) + settings)
        }
        #expect(found == expected, "TEST_GENERATE=1 writes it.")
    }

    private static func settings(in text: String) -> Substring? {
        text.range(of: "# ---- Targets").map { text[$0.lowerBound...] }
    }

    @Test func isRightAsItStands() throws {
        let configuration = try Configuration(Array(try Self.text().utf8), path: Self.path)
        #expect(configuration.domains.count == 2)
        #expect(try configuration.domains[1].result.get().expectations?.apps.count == 2)
        #expect(configuration.waivers.rules.count == 2)
        #expect(configuration.severities.count == 2)
    }

    @Test func isRightWithEverySettingInUse() throws {
        let configuration = try Configuration(Array(try Self.uncommented().utf8), path: Self.path)
        for key in ConfigurationReader.settingKeys { #expect(configuration.settings[key] != nil, "\(key)") }
    }

    /// All keys of a file, with their parents, as in `domains.expect.opens`.
    static let keys =
        ConfigurationReader.settingKeys + FileKey.groups.map(\.name)
        + FileKey.domain.map { "domains.\($0.name)" }
        + FileKey.webhook.map { "webhooks.\($0.name)" }
        + FileKey.owner.map { "owners.\($0.name)" }
        + FileKey.expect.map { "domains.expect.\($0.name)" }
        + FileKey.waiver.map { "waivers.\($0.name)" }

    @Test(arguments: keys)
    func hasEveryKey(key: String) throws {
        let name = try #require(key.split(separator: ".").last)
        #expect(try Self.uncommented().contains(try Regex("(?m)(^[ -]*|^webhooks:.*[ {])\(name):")), "\(key)")
    }
}

import Findings
import Reports
import TestSupport
import Testing

struct ReferencePageTests {
    private static let page = ReferencePage.markdown()

    @Test func fileInTheRepositoryIsUpToDate() throws {
        let file = GeneratedFile("\(Repository.manualFolder)/Reference.md")
        let (found, expected) = try file.texts { _ in Self.page }
        #expect(found == expected, "Reference.md is not what the catalogue says; its head says how to make it")
    }

    @Test(arguments: FindingCode.allCases)
    func linksLeadToASection(code: FindingCode) {
        #expect(Self.page.contains("| [`\(code.rawValue)`](#\(code.rawValue)) |"))
        #expect(Self.page.contains("\n### \(code.rawValue)\n"))
    }

    @Test func charactersWithAMeaningInMarkdownAreEscaped() {
        let section = ReferencePage.section(.variableUndefined)
        #expect(section.hasPrefix("# variable-undefined\n"))
        #expect(section.contains("\\$(name)"))
        #expect(ReferencePage.section(.addressNotPublic).contains("?mode=developer"))
        #expect(ReferencePage.section(.rulesOnlyExclude).contains(#"{"/": "\*"}"#))
    }

    @Test func snippetsStandInCodeBlocksOfTheirLanguage() {
        let section = ReferencePage.section(.redirect, server: .nginx)
        #expect(section.contains("<details><summary>On nginx</summary>\n"))
        #expect(section.contains("\n```nginx\n# In place of"))
        #expect(!section.contains("Apache httpd"))
    }
}

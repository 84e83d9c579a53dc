import Findings
import Reports
import Testing

struct ExplainTextTests {
    /// Returns the words of a text in order, regardless of line breaks.
    private func words(_ text: String) -> String { text.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }

    @Test(arguments: FindingCode.allCases)
    func pageHasEverythingThatTheCatalogueKnows(code: FindingCode) {
        let page = ExplainText.page(code)
        let entry = Catalogue[code]
        for text in [code.rawValue, entry.title, entry.meaning, entry.impact, entry.remedy, entry.source] {
            #expect(words(page).contains(words(text)))
        }
        for remedy in Remedies.all(for: code) {
            #expect(page.contains("On \(remedy.platformName)\n"))
            for step in remedy.steps { #expect(words(page).contains(words(step))) }
            for line in remedy.snippet?.text.split(separator: "\n") ?? [] { #expect(page.contains("\n    \(line)\n")) }
        }
        #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(words(page).contains("counts as not checked, not as an error") == entry.preventsCheck)
    }

    @Test func pageForOneServerHasNoOther() {
        let page = ExplainText.page(.redirect, server: .nginx)
        #expect(page.contains("On nginx\n"))
        #expect(!page.contains("On Apache httpd\n"))
        #expect(page.contains("\n    location = /.well-known/apple-app-site-association {\n"))
    }

    @Test func pageForAServerWithoutARemedySaysForWhichThereIsOne() {
        let page = ExplainText.page(.slowResponse, server: .wix)
        #expect(
            words(page).contains(
                "There is no advice specific to Wix for this finding. There is advice for: nginx, apache"))
        let other = ExplainText.page(.dnsNotFound, server: .nginx)
        #expect(words(other).hasSuffix("There is no advice specific to nginx for this finding."))
    }

    @Test func tableHasEveryCodeOnceInOrder() {
        let lines = ExplainText.table().split(separator: "\n")
        let codes = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(codes == FindingCode.allCases.map(\.rawValue))
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test func tableBeginsWithItsFamilyAndKeepsItsColumns() {
        let lines = ExplainText.table().split(separator: "\n").prefix(4)
        #expect(
            lines == [
                "Reaching the server", "  dns-not-found         error    The domain name has no address",
                "  address-not-public    error    The domain has private addresses only",
                "  dns-failure           error    The domain name could not be looked up",
            ])
    }

    @Test(arguments: [
        ("redirct", [FindingCode.redirect]), ("REDIRECT", [.redirect, .redirectLoop]),
        ("certificate-expired", [.tlsCertificateExpired]), ("", []),
        ("nothing of the kind whatsoever", []),
    ])
    func suggestsSimilarCodes(text: String, expected: [FindingCode]) {
        #expect(ExplainText.suggestions(for: text).prefix(expected.count).elementsEqual(expected))
        #expect(expected.isEmpty == ExplainText.suggestions(for: text).isEmpty)
    }
}

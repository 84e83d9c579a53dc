import Foundation
import Testing
import Transport

/// The results of the verification of a certificate, as stored observations contain them.
struct VerificationResultTests {
    @Test(arguments: [
        (VerificationResult.passed, VerificationResult.failed, #""nameMatches":false,"verified":true"#),
        (.failed, .passed, #""nameMatches":true,"verified":false"#),
        (.notMade, .notMade, ""),
    ])
    func isATruthValueOrLeftOut(chain: VerificationResult, name: VerificationResult, members: String) throws {
        let facts = TLSFacts(verification: chain, nameVerification: name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(facts), as: UTF8.self)
        let rest = #""chain":[],"clientCertificateRequested":false"#
        #expect(text == "{\(members.isEmpty ? rest : "\(rest),\(members)")}")
        #expect(try JSONDecoder().decode(TLSFacts.self, from: Data(text.utf8)) == facts)
    }
}

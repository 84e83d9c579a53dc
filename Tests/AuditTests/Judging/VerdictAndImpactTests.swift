import Findings
import Testing

@testable import Audit

/// The impact of a cause in the catalogue, and the verdict that results from the cause.
struct VerdictAndImpactTests {
    /// Words that express uncertainty.
    private static let hedges = [
        "depend", "not known", "not documented", "Not known", " may ", "might", "probably", "can still",
    ]

    static let causes = DeliveryRules.outcomesWithoutUsableFile
        .merging(DeliveryRules.outcomesWithUsableFile) { first, _ in first }
        .sorted { $0.key.rawValue < $1.key.rawValue }.map { (code: $0.key, outcomes: $0.value) }

    private static func fails(_ outcome: Verdict.Outcome) -> Bool { outcome <= .observedToFail }

    @Test(arguments: causes)
    func sayTheSame(code: FindingCode, outcomes: OutcomesBySystem) {
        let impact = Catalogue[code].impact.replacing("\n", with: " ")
        let isHedged = Self.hedges.contains { impact.contains($0) }
        let today = outcomes[.iOS14, default: .unknown]
        let cells = AppleSystem.allCases.map { outcomes[$0, default: .unknown] }
        let saysAll = impact.contains("every Apple system") || impact.contains("no Apple system")
        // If nothing works, the text is unconditional; if something may work, the text does not deny it.
        if cells.allSatisfy({ $0 == .doesNotWork }) {
            #expect(saysAll || impact.contains("open the browser instead of the app"), "\(impact)")
            if saysAll { #expect(!isHedged, "\(impact)") }
        } else {
            #expect(!saysAll || isHedged, "\(impact)")
        }
        // The current behaviour of links on systems that use Apple's CDN.
        if impact.contains("depend on whether") || impact.contains("CDN does with it is not known") {
            #expect(today == .unknown, "\(impact)")
        }
        if today == .unknown {
            #expect(isHedged || impact.contains("try again"), "\(impact)")
        }
        if Self.fails(today) { #expect(impact.contains("open the browser"), "\(impact)") }
        if outcomes[.iOS14DeveloperMode]?.isSuccess == true {
            #expect(!impact.contains("every Apple system"), "\(impact)")
        }
    }

    /// The impact of a finding that is no cause of the file's failure makes no statement about all links.
    @Test(arguments: Catalogue.entries.filter { DeliveryRules.outcomesWithoutUsableFile[$0.code] == nil }.map(\.code))
    func otherFindingsBlameNoSystem(code: FindingCode) {
        guard [.entitlements, .expectations].contains(Catalogue[code].family) else { return }
        #expect(!Catalogue[code].impact.contains("every Apple system"))
    }
}

import Findings

/// What Apple's copy makes of the server's errors on iOS 14 and later, as far as it is known.
///
/// Rules: cdn.keeps-copies, cdn.lifetime
enum CopyInEffect {
    /// A copy from the time before the errors: they do no harm there yet.
    case earlier
    /// Apple's CDN says that it has none.
    case none

    /// `nil` where the copy changes nothing, or is not known.
    init?(_ cdn: JudgedCDN, _ verdicts: [Verdict]) {
        switch cdn.state {
        case .outOfSync, .onlyAtCDN:
            // Where the copy has errors of its own, or lacks an expected app, it is no better than the server's file.
            guard let today = verdicts.first(where: { $0.system == .iOS14 }), today.works == true,
                today.apps.allSatisfy({ !$0.isExpected || $0.outcome.works == true }),
                cdn.copy.judged?.content?.findings.contains(where: { $0.severity == .error }) != true
            else { return nil }
            self = .earlier
        case .fetchFailed: self = .none
        case .inSync, .unchecked: return nil
        }
    }

    /// Says in the errors of the server whom they hurt today and whom later, and that waiting makes nothing better.
    ///
    /// - Parameters:
    ///   - findings: What the report says.
    ///   - keepsSeverity: Whether the user has said how much a copy that differs matters.
    func annotate(_ findings: inout [Finding], keepsSeverity: Bool) {
        let errors = findings.indices.filter { index in
            let finding = findings[index]
            // The copy was not held to what is expected.
            return finding.severity == .error && finding.location != .cdn && finding.waived == nil
                && (self == .none || Catalogue[finding.code].family != .expectations)
        }
        guard !errors.isEmpty else { return }
        for index in errors {
            let impact = findings[index].impact
            findings[index].impact =
                switch self {
                case .earlier: "\(Self.stillWorks) \(impact)"
                case .none: "\(impact) Apple's CDN has no copy for this domain today."
                }
        }
        guard self == .earlier else { return }
        for index in findings.indices where findings[index].code == .cdnDiffers {
            if !keepsSeverity { findings[index].severity = .info }
            findings[index].impact = "None today: the copy has none of the errors of the server."
            findings[index].remedy = "Correct the errors of the server before Apple's CDN asks it again."
        }
    }

    private static let stillWorks = """
        iOS 14 and later still have Apple's earlier copy. That ends within about 8 days: Apple's CDN asks the server again \
        within about a day, and devices ask the CDN about once a week. On iOS 13 and earlier already today, and then on all:
        """
}

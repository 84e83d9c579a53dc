import Audit
import Findings

/// Determines which findings a report could have contained: a finding is resolved only if it was checked for and not
/// found.
///
/// A rejected certificate hides the rules of the file, and a server that is down hides everything.
struct Coverage {
    private let report: DomainReport
    private let errors: [Finding]

    init(_ report: DomainReport) {
        self.report = report
        errors = report.findings.filter { $0.severity == .error && $0.mayHideResults }
    }

    /// The positions of the codes in the catalogue, which are in the order of the checks.
    private static let positions: [FindingCode: Int] = Dictionary(
        uniqueKeysWithValues: Catalogue.entries.enumerated().map { ($0.element.code, $0.offset) })

    /// Returns whether the report would contain the finding if it still existed, because its subject was checked.
    func covers(_ finding: FindingIdentity) -> Bool {
        let code = finding.code
        let location = finding.location
        let entry = Catalogue[code]
        if location == .cdn {
            guard let state = report.cdn?.state else { return false }
            return state != .unchecked || code == .cdnUnavailable
        }
        if let check = entry.additionalCheck { return report.additionalChecks.contains(check) }
        switch report.status {
        case .invalid: return false
        // Only findings about the unreachability itself could be checked.
        case .unreachable: return entry.preventsCheck
        case .pass, .accepted, .warn, .fail: break
        }
        if entry.family == .entitlements { return !report.listings.isEmpty }
        if entry.family == .expectations { return report.file != nil && isExpected(finding) }
        switch location {
        case .file: return true
        case .domain: return isChecked(code, despite: errors.map(\.code))
        case .wellKnown, .root, .cdn: return isChecked(code, at: location)
        }
    }

    /// Returns whether the subject of a finding is still expected: removing an expectation does not fix its finding.
    private func isExpected(_ finding: FindingIdentity) -> Bool {
        guard let expectations = report.expectations, let subject = finding.subject else { return false }
        let isDecided = !report.findings.contains { other in
            other.code == .expectedURLUndecided && other.expectedURL == subject
        }
        return switch finding.code {
        case .expectedAppMissing: expectations.apps.contains { $0.text == subject }
        case .expectedURLDoesNotOpen: isDecided && expectations.opens.contains { $0.text == subject }
        case .expectedURLOpens: isDecided && expectations.doesNotOpen.contains { $0.text == subject }
        case .expectedURLUndecided: (expectations.opens + expectations.doesNotOpen).contains { $0.text == subject }
        default: true
        }
    }

    private func isChecked(_ code: FindingCode, at location: FindingLocation) -> Bool {
        switch report[location]?.outcome {
        case .notTried, nil: return false
        case .served:
            let hidingErrors = errors.filter {
                $0.location == location && Catalogue[$0.code].traits.contains(.hidesContent)
            }
            return isChecked(code, despite: hidingErrors.map(\.code))
        case .missing: return isChecked(code, despite: causes(at: location) + [.fileMissing])
        case .redirected: return isChecked(code, despite: causes(at: location) + [.redirect])
        case .refused, .unusable, .failed:
            let causes = causes(at: location)
            return !causes.isEmpty && isChecked(code, despite: causes)
        }
    }

    /// Returns the codes of the findings that prevent further checks at a location: errors, or all if there are none.
    private func causes(at location: FindingLocation) -> [FindingCode] {
        let blocking = report.findings.filter {
            ($0.location == location || $0.location == .domain) && $0.mayHideResults
        }
        let blockingErrors = blocking.filter { $0.severity == .error }
        return (blockingErrors.isEmpty ? blocking : blockingErrors).map(\.code)
    }

    /// Returns whether `code` is checked no later than the first of `causes`, each of which prevents later checks.
    private func isChecked(_ code: FindingCode, despite causes: [FindingCode]) -> Bool {
        guard let first = causes.compactMap({ Self.positions[$0] }).min() else { return true }
        return Self.positions[code, default: .max] <= first
    }
}

extension Finding {
    fileprivate var mayHideResults: Bool { !Catalogue[code].traits.contains(.allowsLaterChecks) }
}

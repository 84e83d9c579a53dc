import Findings

/// The properties that identify a finding across two runs.
///
/// Texts change between runs ("12 days left"), and positions move when something is added above. Therefore, findings
/// with the same code and location are paired: first those that agree in everything, then those with the same text,
/// then those at the same position. Findings about different expectations are never paired; findings about the same
/// expectation are, regardless of the text and the position.
struct FindingIdentity: Hashable {
    var code: FindingCode
    var location: FindingLocation
    var pointer: String?
    var message: String
    /// The expected app or URL of a finding about an expectation; `nil` for other findings.
    var subject: String?
}

extension FindingIdentity {
    init(_ finding: Finding) {
        self.init(
            code: finding.code, location: finding.location, pointer: finding.pointer, message: finding.message,
            subject: Self.subject(of: finding))
    }

    private static func subject(of finding: Finding) -> String? {
        switch finding.code {
        case .expectedAppMissing: finding.expectedApp.map { "\($0.service):\($0.appID)" }
        case .expectedURLDoesNotOpen, .expectedURLOpens, .expectedURLUndecided: finding.expectedURL
        default: nil
        }
    }

    /// Returns for each finding in `new` the index of the corresponding one in `old`, which is paired only once.
    static func pair(_ new: [FindingIdentity], with old: [FindingIdentity]) -> [Int?] {
        if new == old { return Array(new.indices) }
        var result = [Int?](repeating: nil, count: new.count)
        var isUsed = [Bool](repeating: false, count: old.count)
        for (comparesText, comparesPosition) in [(true, true), (true, false), (false, true), (false, false)] {
            /// Returns the properties that must agree; `nil` if the finding cannot be paired by its subject alone.
            func projection(of finding: FindingIdentity) -> FindingIdentity? {
                if !comparesText, !comparesPosition, finding.subject == nil { return nil }
                var projection = finding
                if !comparesText { projection.message = "" }
                if !comparesPosition { projection.pointer = nil }
                return projection
            }
            var candidates: [FindingIdentity: [Int]] = [:]
            for oldIndex in old.indices.reversed() where !isUsed[oldIndex] {
                if let key = projection(of: old[oldIndex]) { candidates[key, default: []].append(oldIndex) }
            }
            guard !candidates.isEmpty else { continue }
            for index in new.indices where result[index] == nil {
                guard let key = projection(of: new[index]), let oldIndex = candidates[key]?.popLast() else { continue }
                result[index] = oldIndex
                isUsed[oldIndex] = true
            }
        }
        return result
    }
}

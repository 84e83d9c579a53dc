package import Findings

extension Evidence {
    fileprivate static let severities = "severities"

    /// Adds the severities that stand in for others, where there are any.
    package mutating func record(_ severities: [FindingCode: Severity]) {
        guard !severities.isEmpty else { return }
        var object = Evidence()
        for (code, severity) in severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            object[code.rawValue] = .string(severity.rawValue)
        }
        self[Self.severities] = .object(object)
    }
}

package import Findings

extension Evidence {
    fileprivate static let severities = "severities"

    /// Adds the severities that replace those of the catalogue, if any.
    package mutating func record(_ severities: [FindingCode: Severity]) {
        guard !severities.isEmpty else { return }
        var object = Evidence()
        for (code, severity) in severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            object[code.rawValue] = .string(severity.rawValue)
        }
        self[Self.severities] = .object(object)
    }
}

package import Findings

extension Evidence {
    /// Adds the severities that replace those of the catalogue, if any, in the order of their codes.
    package mutating func record(_ severities: [FindingCode: Severity]) {
        guard !severities.isEmpty else { return }
        var object = Evidence()
        for (code, severity) in severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            object[code.rawValue] = .string(severity.rawValue)
        }
        self["severities"] = .object(object)
    }
}

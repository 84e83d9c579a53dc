public import Audit
public import Findings

extension JudgeSettings {
    /// The settings that the `options` of a run show, as far as they concern the judge; waivers are with the findings.
    public init(recorded options: Evidence) {
        self.init()
        let table = SettingTable.Judgement.table
        expiryDays = table.expiryDays.value(in: options) ?? expiryDays
        maxRedirects = SettingTable.Network.table.maxRedirects.value(in: options) ?? maxRedirects
        guard case .object(let recorded) = options[Evidence.severities] else { return }
        for entry in recorded.entries {
            guard let code = FindingCode(rawValue: entry.key), case .string(let text) = entry.value else { continue }
            severities[code] = Severity(rawValue: text)
        }
    }
}

extension Evidence {
    fileprivate static let severities = "severities"

    /// Adds the severities that stand in for others, where there are any.
    public mutating func record(_ severities: [FindingCode: Severity]) {
        guard !severities.isEmpty else { return }
        var object = Evidence()
        for (code, severity) in severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            object[code.rawValue] = .string(severity.rawValue)
        }
        self[Self.severities] = .object(object)
    }
}

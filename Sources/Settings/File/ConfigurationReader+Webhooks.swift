import Audit
import Reports

extension ConfigurationReader {
    mutating func webhooks(_ value: YAMLValue) -> [TeamWebhook] {
        var webhooks: [TeamWebhook] = []
        for element in list(value.concealed, of: "webhooks") {
            guard let webhook = webhook(element) else { continue }
            if webhooks.contains(where: { $0.team.lowercased() == webhook.team.lowercased() }) {
                note(element.mark, "the team already has a webhook")
            } else {
                webhooks.append(webhook)
            }
        }
        return webhooks
    }

    private mutating func webhook(_ value: YAMLValue) -> TeamWebhook? {
        let problemCount = problems.count
        guard let members = members(of: value, "a webhook", keys: FileKey.webhook.map(\.name)) else { return nil }
        // A misspelt key already explains the missing one.
        let isWellSpelt = problems.count == problemCount
        let folder = folder
        let team = text(members["team"]?.value, "the team")
        let url = text(members["url"]?.value, "the URL", SettingReader.webhook)
        let urlFile = text(members["url_file"]?.value, "the file of the URL").map { folder.path($0) }
        let keyFile = text(members["secret_file"]?.value, "the file of the key").map { folder.path($0) }
        let name = text(members["format"]?.value, "the format")
        let format: NoticeFormat? = if let name { NoticeFormat(rawValue: name) } else { .auto }
        if let mark = members["format"]?.value.mark, format == nil {
            let names = NoticeFormat.allCases.map(\.rawValue).joined(separator: ", ")
            note(mark, "the format is unknown; expected one of \(names)")
        }
        if isWellSpelt, members["team"] == nil {
            note(
                value.mark,
                "the webhook has no “team”; for messages about all domains, use the setting “notify” instead")
        }
        if isWellSpelt, (members["url"] == nil) == (members["url_file"] == nil) {
            note(value.mark, "either “url” or “url_file”, a file that contains it, was expected")
        }
        guard problems.count == problemCount, let team, let format,
            let secret = url.map(TeamWebhook.Secret.text) ?? urlFile.map({ .file($0) })
        else { return nil }
        return TeamWebhook(
            team: team, format: format, url: secret, key: keyFile.map { .file($0) },
            origin: "line \(value.mark.line)")
    }
}

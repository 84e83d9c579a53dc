package import Audit
package import Reports

/// A webhook for messages about the domains of one team.
package struct TeamWebhook: Hashable, Sendable {
    /// The URL, or the file that contains it in its first line.
    enum Address: Hashable, Sendable {
        case url(String)
        case file(String)
    }

    package let team: String
    package let format: NoticeFormat
    let address: Address
    let secretFile: String?
    /// The position of the webhook in the file, such as `line 3`.
    let origin: String

    /// Returns the webhook with the secrets in its files; an error does not quote them.
    package func resolved() throws(UsageError) -> Webhook {
        let url =
            switch address {
            case .url(let url): url
            case .file(let path): try firstLine(of: path, key: "url_file")
            }
        do throws(SettingError) {
            _ = try SettingReader.webhook(url)
        } catch {
            throw UsageError("\(origin): the URL of the webhook is invalid: \(error)")
        }
        let secret: String? = if let secretFile { try firstLine(of: secretFile, key: "secret_file") } else { nil }
        return Webhook(url: url, secret: secret)
    }

    /// Returns the first line of a file; messages hide the path, because a user may have written the secret there.
    private func firstLine(of path: String, key: String) throws(UsageError) -> String {
        try SecretFile.lines(of: path, "\(origin): the file of “\(key)”")[0]
    }
}

extension ConfigurationReader {
    mutating func webhooks(_ value: YAMLValue?) -> [TeamWebhook] {
        var webhooks: [TeamWebhook] = []
        for element in list(value?.concealed, of: "webhooks") {
            guard let webhook = webhook(element) else { continue }
            if webhooks.contains(where: { DomainPeople.isSameTeam($0.team, webhook.team) }) {
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
        let secretFile = text(members["secret_file"]?.value, "the file of the key").map { folder.path($0) }
        let name = text(members["format"]?.value, "the format")
        let format: NoticeFormat? = if let name { NoticeFormat(rawValue: name) } else { .auto }
        if let mark = members["format"]?.value.mark, format == nil {
            let names = NoticeFormat.allCases.map(\.rawValue).joined(separator: ", ")
            note(mark, "the format is unknown; expected one of: \(names)")
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
            let address = url.map(TeamWebhook.Address.url) ?? urlFile.map(TeamWebhook.Address.file)
        else { return nil }
        return TeamWebhook(
            team: team, format: format, address: address, secretFile: secretFile, origin: "line \(value.mark.line)")
    }
}

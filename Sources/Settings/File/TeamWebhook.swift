package import Audit
package import Reports

/// A webhook that notifies a team of changes at its domains, as configured in the file.
///
/// Secrets in other files are read when they are needed.
package struct TeamWebhook: Hashable, Sendable {
    /// A secret, or the file that contains it in its first line.
    enum Secret: Hashable, Sendable {
        case text(String)
        case file(String)
    }

    package let team: String
    package let format: NoticeFormat
    let url: Secret
    let key: Secret?
    /// The position of the webhook in the file, such as `line 3`.
    let origin: String

    /// Returns the webhook with its secrets, which are read from their files.
    ///
    /// - Throws: `UsageError` for a file that cannot be read, or that contains no URL; the message does not quote it.
    package func resolved() throws(UsageError) -> Webhook {
        let url = try text(of: self.url, key: "url_file")
        do throws(SettingError) {
            _ = try SettingReader.webhook(url)
        } catch {
            throw UsageError("\(origin): the URL of the webhook is invalid: \(error)")
        }
        let key: String? = if let secret = self.key { try text(of: secret, key: "secret_file") } else { nil }
        return Webhook(url: url, secret: key)
    }

    /// Returns the text of a secret; messages do not contain the path of its file, because a user may have written the
    /// secret itself there.
    private func text(of secret: Secret, key: String) throws(UsageError) -> String {
        switch secret {
        case .text(let text): text
        case .file(let path): try SecretFile.lines(of: path, "\(origin): the file of “\(key)”")[0]
        }
    }
}

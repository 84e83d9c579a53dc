import Basics

import struct Foundation.Data
import struct Foundation.Date

/// A message (RFC 5322) of text and HTML for `sendmail`, which receives the sender and the recipients separately.
enum MailMessage {
    /// The maximum number of text bytes in an encoded word: 39 bytes are 52 characters in base64, and with
    /// `=?utf-8?B?…?=` and `Subject: `, the line has 73 of at most 76 characters.
    private static let wordBytes = 39

    /// Returns the message as ASCII lines that end with LF alone, as mail programs expect; both parts are encoded in
    /// base64, and their boundary is derived from `id`, the identifier of the run.
    static func source(subject: String, date: Date, id: String, text: String, html: String) -> String {
        let boundary = "=_aasa-audit-\(StableHash(id).hex)"
        var lines = [
            "Subject: \(encoded(subject))", "Date: \(rfc5322(date))",
            "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"", "",
        ]
        for (type, content) in [("plain", text), ("html", html)] {
            lines += [
                "--\(boundary)", "Content-Type: text/\(type); charset=utf-8", "Content-Transfer-Encoding: base64", "",
            ]
            lines.append(
                Data(content.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]))
        }
        return (lines + ["--\(boundary)--", ""]).joined(separator: "\n")
    }

    /// Returns encoded words (RFC 2047).
    private static func encoded(_ text: String) -> String {
        var words = [""]
        for scalar in text.unicodeScalars {
            if words[words.count - 1].utf8.count + String(scalar).utf8.count > wordBytes { words.append("") }
            words[words.count - 1].unicodeScalars.append(scalar)
        }
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\n ")
    }

    /// Returns a date in the format `Fri, 01 May 2026 12:00:00 +0000`.
    private static func rfc5322(_ date: Date) -> String {
        let parts = date.secondText.split { "-T:Z".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // 1970 began on a Thursday.
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let number = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
        return "\(days[((number % 7) + 7) % 7]), \(parts[2]) \(months[(Int(parts[1]) ?? 1) - 1]) \(parts[0]) "
            + "\(parts[3]):\(parts[4]):\(parts[5]) +0000"
    }
}

import Findings
import Transport

/// Checks for a web page in place of the file: `html-instead-of-file`.
///
/// Rule: body.html
struct HTMLCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 200, response.isPage else { return nil }
        var evidence: Evidence = ["bytes": .integer(response.exchange.bodySize)]
        if let type = response.header("content-type") { evidence["contentType"] = .string(type) }
        var titled = ""
        if let title = Self.title(of: response.exchange.body) {
            evidence["title"] = .string(title)
            titled = " titled \(Wording.quote(title))"
        }
        return Cause(
            .htmlInsteadOfFile, of: response, at: .mediaType, .unusable,
            message: "\(response.url) returns a web page\(titled) (status 200) instead of the file.",
            evidence: evidence)
    }

    /// Whether `text` begins like a web page, and not like the source code of a script.
    static func isPage(_ text: some Collection<UInt8>) -> Bool {
        let start = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.prefix(5)
        return start.first == UInt8(ascii: "<") && !start.starts(with: "<?php".utf8) && !start.starts(with: "<%".utf8)
    }

    /// Returns the title of the page, if its first 16 KiB contain one.
    static func title(of body: [UInt8]) -> String? {
        let page = Bytes.lowercased(body, limit: 16_384)
        guard let tag = Bytes.firstIndex(of: Array("<title".utf8), in: page),
            let open = page[tag...].firstIndex(of: UInt8(ascii: ">")),
            let close = page[open...].firstIndex(of: UInt8(ascii: "<"))
        else { return nil }
        let words = String(decoding: body[(open + 1)..<close], as: UTF8.self).split { $0.isWhitespace }
        let title = words.joined(separator: " ")
        return title.isEmpty ? nil : String(title.prefix(Wording.limit))
    }
}

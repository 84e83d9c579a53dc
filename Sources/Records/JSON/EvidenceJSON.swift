import AppSiteAssociation
package import Findings

/// Evidence and settings as JSON text, to be kept and read back.
package enum EvidenceJSON {
    /// The text of an object, on one line.
    package static func text(_ evidence: Evidence) -> String { text(.object(evidence)) }

    /// The text of a value, on one line.
    package static func text(_ value: EvidenceValue) -> String {
        var writer = JSONWriter(.compact)
        writer.value(value)
        let bytes = writer.takeBytes()
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// The object that `text` stands for; `nil` when it is none.
    package static func evidence(_ text: String) -> Evidence? {
        guard let document = try? JSONDocument(Array(text.utf8)), document.root.kind == .object else { return nil }
        return try? Evidence(json: document.root)
    }
}

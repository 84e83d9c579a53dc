import AppSiteAssociation
package import Findings

/// Conversion of evidence and settings to and from JSON text, for storage.
package enum EvidenceJSON {
    /// Returns the text of a value, on one line.
    package static func text(_ value: some JSONForm) -> String {
        var writer = JSONWriter(.compact)
        writer.value(value)
        let bytes = writer.takeBytes()
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// Returns the object in `text`; `nil` if it is not an object.
    package static func evidence(_ text: String) -> Evidence? {
        guard let document = try? JSONDocument(Array(text.utf8)), document.root.kind == .object else { return nil }
        return try? Evidence(json: document.root)
    }
}

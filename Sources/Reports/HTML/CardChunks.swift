import Audit
import Deflate

import struct Foundation.Data

/// Finished cards, compressed together, for the page's script to unpack when somebody opens one.
///
/// Cards of domains that stand alike are packed together: they differ least, and what the compressor sees of the text before
/// is only a few cards. They stand in the page as text of a `script` element of a type that no browser runs: a policy that
/// allows no request has no other place for data.
struct CardChunks {
    /// The number of domains whose cards are in one chunk: few enough to unpack at a click, enough to compress well.
    static let size = 100
    /// The separator after each card; visible text contains no control characters.
    private static let separator: UInt8 = 0x1E

    private let deflater = Deflater(level: 9)
    /// The chunks that have room, by how their domains stand.
    private var unfilled: [String: (cards: [UInt8], count: Int)] = [:]

    /// Adds the next card of the list, or `nil` where it is elsewhere in the page.
    ///
    /// - Returns: The element that holds its chunk; `nil` as long as that has room.
    mutating func add(_ card: String?, of report: DomainReport) -> String? {
        let kind = "\(report.status.rawValue) \(report.opensApp.rawValue)"
        var chunk = unfilled.removeValue(forKey: kind) ?? ([], 0)
        if let card { chunk.cards.append(contentsOf: card.utf8) }
        chunk.cards.append(Self.separator)
        chunk.count += 1
        if chunk.count == Self.size { return element(kind, chunk.cards) }
        unfilled[kind] = chunk
        return nil
    }

    /// The elements of the chunks that still have room.
    var rest: [String] { unfilled.sorted { $0.key < $1.key }.map { element($0.key, $0.value.cards) } }

    private func element(_ kind: String, _ cards: [UInt8]) -> String {
        let packed = Data(deflater.compress(cards)).base64EncodedString()
        return "<script type=\"text/plain\" class=\"chunk\" data-of=\"\(kind)\">\(packed)</script>\n"
    }
}

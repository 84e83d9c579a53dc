import Audit
import Records

import struct Foundation.Data

/// The cards in compressed chunks: the text of `script` elements that browsers do not run, because the policy of the
/// page allows no requests.
///
/// Cards of domains with the same status and answer share a chunk, because similar cards compress best, and the
/// compressor's window spans only a few cards.
struct CardChunks {
    /// The number of cards in a chunk, which decompresses at a click, and of rows in a section, which browsers lay out
    /// when it comes into view.
    static let size = 100
    /// The separator after each card; visible text contains no control characters.
    private static let separator: UInt8 = 0x1E

    private let deflater = Deflater(level: 9)
    /// The chunks that have room, by the status and answer of their domains.
    private var unfilled: [String: (cards: [UInt8], count: Int)] = [:]

    /// Adds the next card of the list, or `nil` if the card is elsewhere in the page, and returns the element of its
    /// chunk if the chunk is now full.
    mutating func add(_ card: String?, of report: DomainReport) -> String? {
        let key = "\(report.status.rawValue) \(report.opensApp.rawValue)"
        var chunk = unfilled.removeValue(forKey: key) ?? ([], 0)
        if let card { chunk.cards.append(contentsOf: card.utf8) }
        chunk.cards.append(Self.separator)
        chunk.count += 1
        if chunk.count == Self.size { return element(key, chunk.cards) }
        unfilled[key] = chunk
        return nil
    }

    var remainder: [String] { unfilled.sorted { $0.key < $1.key }.map { element($0.key, $0.value.cards) } }

    private func element(_ key: String, _ cards: [UInt8]) -> String {
        let packed = Data(deflater.compress(cards)).base64EncodedString()
        return "<script type=\"text/plain\" class=\"chunk\" data-of=\"\(key)\">\(packed)</script>\n"
    }
}

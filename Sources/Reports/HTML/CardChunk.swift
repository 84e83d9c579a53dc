import Deflate

import struct Foundation.Data

/// Finished cards, compressed together, for the page's script to unpack when somebody opens one.
///
/// They stand in the page as text of a `script` element of a type that no browser runs: a policy that allows no request
/// has no other place for data.
struct CardChunk {
    /// How many domains have their card in one chunk: few enough to unpack at a click, enough to compress well.
    static let size = 100
    /// Stands after each card; visible text has no controls.
    private static let separator: UInt8 = 0x1E

    private let deflater = Deflater(level: 9)
    private var cards: [UInt8] = []

    /// How many cards are in it.
    private(set) var count = 0

    /// Adds a card, or `nil` where the card is elsewhere in the page.
    mutating func add(_ card: String?) {
        if let card { cards.append(contentsOf: card.utf8) }
        cards.append(Self.separator)
        count += 1
    }

    /// The element that holds the cards; begins anew.
    mutating func takeElement() -> String {
        defer {
            cards.removeAll(keepingCapacity: true)
            count = 0
        }
        let packed = Data(deflater.compress(cards)).base64EncodedString()
        return "<script type=\"text/plain\" class=\"chunk\">\(packed)</script>\n"
    }
}

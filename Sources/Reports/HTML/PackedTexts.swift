import Deflate

/// Texts that wait in memory for their turn, compressed: those of one kind differ in little but names.
struct PackedTexts {
    private let deflater = Deflater(level: 1)
    private let inflater = Inflater()
    private var packed: [[UInt8]] = []
    /// The first text: what the others are like.
    private var model: [UInt8] = []

    /// Adds a text, under the next number from 0 on.
    mutating func append(_ text: String) {
        let bytes = Array(text.utf8)
        if model.isEmpty { model = bytes }
        // A copy, because what the compressor gives has room for far more.
        packed.append(deflater.compress(bytes, dictionary: model).withUnsafeBufferPointer { Array($0) })
    }

    /// The text of a number.
    subscript(index: Int) -> String {
        do throws(InflateError) {
            return String(decoding: try inflater.expand(packed[index], dictionary: model), as: UTF8.self)
        } catch {
            // It was compressed here, with the same model.
            preconditionFailure("\(error)")
        }
    }
}

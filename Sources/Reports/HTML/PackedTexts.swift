import Records

/// Texts that are compressed in memory; they must be similar, such as texts that differ only in names.
struct PackedTexts {
    private let deflater = Deflater(level: 1)
    private let inflater = Inflater()
    private var packed: [[UInt8]] = []
    /// The first text, which serves as the dictionary for the others.
    private var model: [UInt8] = []

    mutating func append(_ text: String) {
        let bytes = Array(text.utf8)
        if model.isEmpty { model = bytes }
        // The compressor's buffer is much larger than its content, so only a copy of the content is stored.
        packed.append(deflater.compress(bytes, dictionary: model).withUnsafeBufferPointer { Array($0) })
    }

    subscript(index: Int) -> String {
        do throws(InflateError) {
            return String(decoding: try inflater.expand(packed[index], dictionary: model), as: UTF8.self)
        } catch {
            // The text was compressed by this type, with the same dictionary.
            preconditionFailure("\(error)")
        }
    }
}

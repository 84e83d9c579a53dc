import Records
import Testing

/// The compression and decompression of bytes.
struct DeflateTests {
    @Test(arguments: [[], [7], Array("a longer text, a longer text".utf8), [UInt8](repeating: 1, count: 200_000)])
    func expandsToTheSame(bytes: [UInt8]) throws {
        for dictionary in [[], Array("a longer text".utf8), [UInt8](repeating: 1, count: 100_000)] {
            let compressed = Deflater().compress(bytes, dictionary: dictionary)
            #expect(try Inflater().expand(compressed, dictionary: dictionary) == bytes)
        }
    }

    @Test func refusesDamagedBytes() {
        let good = Deflater().compress(Array("0123456789".utf8))
        for bytes in [[], Array(good.dropLast()), [1, 2, 3]] {
            #expect(throws: InflateError.self) { try Inflater().expand(bytes) }
        }
        let other = Deflater().compress(Array("0123456789".utf8), dictionary: [1, 2, 3])
        #expect(throws: InflateError.self) { try Inflater().expand(other) }
    }
}

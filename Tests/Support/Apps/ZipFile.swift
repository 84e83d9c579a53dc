/// A zip archive, which is valid by default.
public struct ZipFile {
    private var data: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Creates an empty archive.
    public init() {}

    /// The form in which an entry is written.
    public struct Entry {
        /// The bytes in the archive; `nil` for the file's own, or deflated ones.
        public var stored: [UInt8]?
        /// The compression method: 0 for none, 8 for deflate.
        public var method = 8
        /// The general purpose flags; 1 for encryption.
        public var flags = 0

        /// Creates a description.
        public init(stored: [UInt8]? = nil, method: Int = 8, flags: Int = 0) {
            (self.stored, self.method, self.flags) = (stored, method, flags)
        }
    }

    /// Adds a file.
    public mutating func add(_ name: String, _ bytes: [UInt8], _ entry: Entry = Entry()) {
        let stored = entry.stored ?? (entry.method == 8 ? Compression.rawDeflate(bytes) : bytes)
        let facts =
            Self.number(entry.flags, 2) + Self.number(entry.method, 2) + Self.number(0, 4)
            + Self.number(Int(CRC32.of(bytes)), 4) + Self.number(stored.count, 4) + Self.number(bytes.count, 4)
            + Self.number(name.utf8.count, 2) + Self.number(0, 2)
        let offset = data.count
        data += [0x50, 0x4B, 0x03, 0x04] + Self.number(20, 2) + facts + Array(name.utf8) + stored
        directory += [0x50, 0x4B, 0x01, 0x02] + Self.number(20, 2) + Self.number(20, 2) + facts
        directory += Self.number(0, 2 + 2 + 2 + 4) + Self.number(offset, 4) + Array(name.utf8)
        count += 1
    }

    /// Returns the bytes of the archive; `count` is the number of entries in its directory header.
    public func bytes(count: Int? = nil) -> [UInt8] {
        let count = Self.number(count ?? self.count, 2)
        return data + directory + [0x50, 0x4B, 0x05, 0x06] + Self.number(0, 4) + count + count
            + Self.number(directory.count, 4) + Self.number(data.count, 4) + Self.number(0, 2)
    }

    static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> (8 * $0) : 0) }
    }
}

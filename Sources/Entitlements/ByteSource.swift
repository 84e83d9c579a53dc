/// Bytes that are read in parts: a file on disk, or an entry of an archive.
package protocol ByteSource {
    var size: Int { get }

    /// Reads at most `count` bytes from `offset`, fewer at the end; an archive's entry can only be read forwards.
    func read(at offset: Int, count: Int) throws(EntitlementsError) -> [UInt8]
}

extension ByteSource {
    /// Reads all bytes; fails if there are more than `limit`.
    package func readAll(limit: Int) throws(EntitlementsError) -> [UInt8] {
        let bytes = try read(at: 0, count: limit + 1)
        guard bytes.count <= limit else {
            throw EntitlementsError("it has more than \(limit >> 10) KiB, which is more than any such file has")
        }
        return bytes
    }
}

extension [UInt8]: ByteSource {
    package var size: Int { count }

    package func read(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        return Array(self[offset..<(offset + Swift.min(count, size - offset))])
    }

    /// Returns the unsigned number in up to eight bytes; `nil` past the end, or if it does not fit into an `Int`.
    func bigEndian(at offset: Int, count: Int) -> Int? {
        guard offset >= 0, (1...8).contains(count), offset <= self.count - count else { return nil }
        return Int(exactly: self[offset..<(offset + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    func littleEndian(at offset: Int, count: Int) -> Int? {
        let bytes = read(at: offset, count: count)
        return bytes.count == count ? Array(bytes.reversed()).bigEndian(at: 0, count: count) : nil
    }
}

/// A part of another source.
struct ByteWindow: ByteSource {
    let source: any ByteSource
    let start: Int
    let size: Int

    func read(at offset: Int, count: Int) throws(EntitlementsError) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        return try source.read(at: start + offset, count: min(count, size - offset))
    }
}

/// The files in a folder or an archive.
package struct FileTree {
    /// The paths of all files, with slashes but without a leading one.
    package let paths: [String]
    package let open: (String) throws(EntitlementsError) -> any ByteSource

    package init(paths: [String], open: @escaping (String) throws(EntitlementsError) -> any ByteSource) {
        self.paths = paths
        self.open = open
    }
}

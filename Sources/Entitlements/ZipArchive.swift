import Basics
import CZlib

/// A zip archive, whose entries are read on request and never extracted to disk.
struct ZipArchive {
    private static let maxDirectoryBytes = 32 << 20
    /// The maximum number of decompressed bytes: above the size of any app's executables.
    fileprivate static let maxExpandedBytes = 1 << 30

    private struct Entry {
        var flags: Int
        var method: Int
        var compressedSize: Int
        var size: Int
        var headerOffset: Int
    }

    private let source: any ByteSource
    private let entries: [String: Entry]
    private let budget = Budget()

    static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Fails if the archive is broken, too large, or contains names that lead outside.
    init(_ source: any ByteSource) throws(EntitlementsError) {
        self.source = source
        // The last record has 22 bytes, and up to 65,535 bytes of a comment may follow it.
        let tailStart = max(0, source.size - 22 - 65_535)
        let tail = try source.read(at: tailStart, count: source.size - tailStart)
        let endSignature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
        guard tail.count >= 22,
            let end = (0...(tail.count - 22)).last(where: { tail[$0..<($0 + 4)].elementsEqual(endSignature) }),
            let count = tail.littleEndian(at: end + 10, count: 2),
            let size = tail.littleEndian(at: end + 12, count: 4),
            let start = tail.littleEndian(at: end + 16, count: 4)
        else { throw EntitlementsError("it is a zip archive that is cut off or broken: its directory is missing") }
        guard count < 0xFFFF, start < 0xFFFF_FFFF, size <= Self.maxDirectoryBytes else {
            throw EntitlementsError("it is a zip archive with over 65,534 entries or 4 GiB, which is not read")
        }
        entries = try Self.readEntries(of: try source.read(at: start, count: size), count: count)
    }

    private static func readEntries(of directory: [UInt8], count: Int) throws(EntitlementsError) -> [String: Entry] {
        let broken = EntitlementsError("it is a zip archive with a broken directory")
        func number(_ offset: Int, _ size: Int) throws(EntitlementsError) -> Int {
            guard let number = directory.littleEndian(at: offset, count: size) else { throw broken }
            return number
        }
        var entries: [String: Entry] = [:]
        var position = 0
        for _ in 0..<count {
            // The name, an extra field and a comment follow the header of 46 bytes, which contains their lengths.
            let nameEnd = position + 46 + (try number(position + 28, 2))
            guard try number(position, 4) == 0x0201_4B50, nameEnd <= directory.count else { throw broken }
            let name = String(decoding: directory[(position + 46)..<nameEnd], as: UTF8.self)
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard !name.hasPrefix("/"), !name.contains("\\"), !name.contains("\0"), !parts.contains("..") else {
                throw EntitlementsError(
                    "it is a zip archive with an entry that leads out of it (\(VisibleText.quote(name))); "
                        + "Xcode makes no such archives")
            }
            if !name.hasSuffix("/"), entries[name] == nil {
                entries[name] = Entry(
                    flags: try number(position + 8, 2), method: try number(position + 10, 2),
                    compressedSize: try number(position + 20, 4), size: try number(position + 24, 4),
                    headerOffset: try number(position + 42, 4))
            }
            position = nameEnd + (try number(position + 30, 2)) + (try number(position + 32, 2))
        }
        return entries
    }

    var tree: FileTree {
        FileTree(paths: entries.keys.sorted()) { path throws(EntitlementsError) in try open(path) }
    }

    private func open(_ path: String) throws(EntitlementsError) -> any ByteSource {
        let shownPath = VisibleText.quote(path)
        guard let entry = entries[path] else { throw EntitlementsError("\(shownPath) is not in it") }
        guard entry.flags & 1 == 0 else {
            throw EntitlementsError("\(shownPath) is encrypted; an archive without a password is expected")
        }
        let header = try source.read(at: entry.headerOffset, count: 30)
        guard header.littleEndian(at: 0, count: 4) == 0x0403_4B50,
            let name = header.littleEndian(at: 26, count: 2),
            let extra = header.littleEndian(at: 28, count: 2)
        else { throw EntitlementsError("\(shownPath) is broken in the zip archive") }
        let data = ByteWindow(source: source, start: entry.headerOffset + 30 + name + extra, size: entry.compressedSize)
        switch entry.method {
        case 0: return data
        case 8: return InflatedBytes(data, size: entry.size, budget)
        default:
            throw EntitlementsError("\(shownPath) is compressed by method \(entry.method); 0 and 8 (deflate) are read")
        }
    }
}

/// The remaining bytes that the entries of an archive may expand to.
private final class Budget {
    private var remaining = ZipArchive.maxExpandedBytes

    func spend(_ bytes: Int) throws(EntitlementsError) {
        remaining -= bytes
        guard remaining >= 0 else {
            let limit = ZipArchive.maxExpandedBytes >> 20
            throw EntitlementsError("the archive expands to more than \(limit) MiB of executables")
        }
    }
}

/// Bytes of raw deflate data (RFC 1951) that are decompressed while they are read, and not kept.
private final class InflatedBytes: ByteSource {
    private static let pieceSize = 64 << 10

    let size: Int
    private let source: ByteWindow
    private let budget: Budget
    private var stream = z_stream()
    private var input: ArraySlice<UInt8> = []
    private var inputOffset = 0
    private var hasEnded = false
    /// The bytes that were decompressed but not requested yet; `position` is their offset.
    private var pending: ArraySlice<UInt8> = []
    private var position = 0

    init(_ source: ByteWindow, size: Int, _ budget: Budget) {
        self.source = source
        self.size = size
        self.budget = budget
        // Fails only if memory is exhausted.
        guard aasa_inflate_init_raw(&stream) == Z_OK else { fatalError("zlib could not be started") }
    }

    deinit { inflateEnd(&stream) }

    func read(at offset: Int, count: Int) throws(EntitlementsError) -> [UInt8] {
        guard offset >= position else {
            throw EntitlementsError("its parts are not in the order in which they are read")
        }
        // Skips the bytes before `offset`.
        while position < offset, try !next(atMost: offset - position).isEmpty {}
        var result: [UInt8] = []
        while result.count < count {
            let bytes = try next(atMost: count - result.count)
            guard !bytes.isEmpty else { break }
            result += bytes
        }
        return result
    }

    /// Removes and returns the next bytes, at most those that are decompressed already; none at the end.
    private func next(atMost count: Int) throws(EntitlementsError) -> ArraySlice<UInt8> {
        while pending.isEmpty, !hasEnded { try expand() }
        let bytes = pending.prefix(count)
        pending = pending.dropFirst(bytes.count)
        position += bytes.count
        return bytes
    }

    private func expand() throws(EntitlementsError) {
        if input.isEmpty {
            input = try source.read(at: inputOffset, count: Self.pieceSize)[...]
            inputOffset += input.count
        }
        let room = 4 * Self.pieceSize
        var code = Z_OK
        var used = 0
        let output = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            input.withUnsafeBufferPointer { input in
                // zlib reads from the input and does not write to it.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(room)
                code = inflate(&stream, Z_NO_FLUSH)
                used = input.count - Int(stream.avail_in)
                count = room - Int(stream.avail_out)
            }
        }
        // `Z_BUF_ERROR` only means that no progress is possible, such as without input.
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else {
            throw EntitlementsError("its compressed bytes are broken: zlib \(code)")
        }
        hasEnded = code == Z_STREAM_END
        guard used > 0 || !output.isEmpty || hasEnded else {
            throw EntitlementsError("its compressed bytes are broken: it is cut off")
        }
        try budget.spend(output.count)
        input = input.dropFirst(used)
        pending = output[...]
    }
}

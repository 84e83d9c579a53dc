/// The entitlements in the code signature of an executable (Mach-O).
enum CodeSignature {
    /// The number of bytes at the beginning that are kept: they include the load commands of most executables.
    private static let headSize = 64 << 10
    private static let commandsLimit = 1 << 20
    private static let entitlementsLimit = 1 << 20
    private static let arm64 = 0x0100_000C

    static func isExecutable(_ bytes: [UInt8]) -> Bool {
        guard let magic = bytes.number(at: 0, count: 4, bigEndian: true) else { return false }
        return [0xCAFE_BABE, 0xCAFE_BABF, 0xCFFA_EDFE, 0xCEFA_EDFE].contains(magic)
    }

    /// Returns the property list with the entitlements, for several architectures that of arm64; `nil` without
    /// entitlements.
    static func entitlements(of source: any ByteSource) throws(EntitlementsError) -> [UInt8]? {
        let file = Beginning(source: source, head: try source.read(at: 0, count: headSize))
        let base = try sliceOffset(file.head)
        let header = try file.read(at: base, count: 32)
        let magic = header.number(at: 0, count: 4, bigEndian: true)
        guard magic == 0xCFFA_EDFE || magic == 0xCEFA_EDFE,
            let size = header.number(at: 20, count: 4, bigEndian: false), size <= commandsLimit
        else { throw EntitlementsError("it is not an executable of Apple's systems") }
        let commands = try file.read(at: base + (magic == 0xCFFA_EDFE ? 32 : 28), count: size)
        var position = 0
        while let command = commands.number(at: position, count: 4, bigEndian: false),
            let length = commands.number(at: position + 4, count: 4, bigEndian: false), length >= 8
        {
            // LC_CODE_SIGNATURE
            if command == 0x1D, let offset = commands.number(at: position + 8, count: 4, bigEndian: false) {
                return try entitlements(file, at: base + offset)
            }
            position += length
        }
        return nil
    }

    private static func sliceOffset(_ head: [UInt8]) throws(EntitlementsError) -> Int {
        let magic = head.number(at: 0, count: 4, bigEndian: true)
        guard magic == 0xCAFE_BABE || magic == 0xCAFE_BABF else { return 0 }
        let isWide = magic == 0xCAFE_BABF
        guard let count = head.number(at: 4, count: 4, bigEndian: true), (1...32).contains(count) else {
            throw EntitlementsError("it is a broken executable")
        }
        let rows = (0..<count).map { 8 + $0 * (isWide ? 32 : 20) }
        let row = rows.first { head.number(at: $0, count: 4, bigEndian: true) == arm64 } ?? rows[0]
        guard let offset = head.number(at: row + 8, count: isWide ? 8 : 4, bigEndian: true), offset < 1 << 40 else {
            throw EntitlementsError("it is a broken executable")
        }
        return offset
    }

    private static func entitlements(_ file: Beginning, at start: Int) throws(EntitlementsError) -> [UInt8]? {
        let index = try file.read(at: start, count: 12 + 64 * 8)
        guard index.number(at: 0, count: 4, bigEndian: true) == 0xFADE_0CC0,
            let count = index.number(at: 8, count: 4, bigEndian: true), count <= 64
        else { throw EntitlementsError("its code signature is broken") }
        for row in 0..<count where index.number(at: 12 + row * 8, count: 4, bigEndian: true) == 5 {
            guard let offset = index.number(at: 16 + row * 8, count: 4, bigEndian: true) else { break }
            let blob = try file.read(at: start + offset, count: 8)
            guard let size = blob.number(at: 4, count: 4, bigEndian: true), (8...entitlementsLimit).contains(size)
            else { break }
            return payload(try file.read(at: start + offset, count: size, kept: blob))
        }
        return nil
    }

    /// Returns the content of the envelope in which code signatures store entitlements, or `bytes` themselves without an
    /// envelope.
    static func payload(_ bytes: [UInt8]) -> [UInt8] {
        bytes.number(at: 0, count: 4, bigEndian: true) == 0xFADE_7171 ? Array(bytes.dropFirst(8)) : bytes
    }

    /// A file whose first bytes can be read more than once.
    private struct Beginning {
        let source: any ByteSource
        let head: [UInt8]

        /// Reads like ``ByteSource``; `kept` contains the first bytes, if already read.
        func read(at offset: Int, count: Int, kept: [UInt8] = []) throws(EntitlementsError) -> [UInt8] {
            var bytes = kept
            let start = offset + kept.count
            if start < head.count { bytes += head[start..<min(head.count, offset + count)] }
            let missing = count - bytes.count
            guard missing > 0 else { return Array(bytes.prefix(count)) }
            return bytes + (try source.read(at: offset + bytes.count, count: missing))
        }
    }
}

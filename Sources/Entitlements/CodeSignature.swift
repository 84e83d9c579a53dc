/// Reads the entitlements in the code signature of an executable (Mach-O).
enum CodeSignature {
    /// The first four bytes of each structure, read as a big-endian number.
    private enum Magic {
        static let universal = 0xCAFE_BABE
        static let universal64 = 0xCAFE_BABF
        static let executable32 = 0xCEFA_EDFE
        static let executable64 = 0xCFFA_EDFE
        static let signature = 0xFADE_0CC0
        static let entitlements = 0xFADE_7171
    }

    /// The number of bytes that are kept from the beginning of a file; they include most executables' load commands.
    private static let headBytes = 64 << 10
    private static let maxPartBytes = 1 << 20
    private static let maxBlobs = 64
    /// `CPU_TYPE_ARM64`.
    private static let arm64 = 0x0100_000C
    /// `LC_CODE_SIGNATURE`.
    private static let signatureCommand = 0x1D
    /// `CSSLOT_ENTITLEMENTS`.
    private static let entitlementsSlot = 5

    static func isExecutable(_ bytes: [UInt8]) -> Bool {
        guard let magic = bytes.bigEndian(at: 0, count: 4) else { return false }
        return [Magic.universal, Magic.universal64, Magic.executable32, Magic.executable64].contains(magic)
    }

    /// Returns the property list, or `nil` if there is none; a universal executable is read for arm64 if possible.
    static func entitlements(of source: any ByteSource) throws(EntitlementsError) -> [UInt8]? {
        let file = ExecutableFile(source: source, head: try source.read(at: 0, count: headBytes))
        let base = try offsetOfArchitecture(in: file.head)
        // The header contains the size of the load commands, each of which begins with its type and its length.
        let header = try file.read(at: base, count: 32)
        let magic = header.bigEndian(at: 0, count: 4)
        guard magic == Magic.executable64 || magic == Magic.executable32,
            let size = header.littleEndian(at: 20, count: 4), size <= maxPartBytes
        else { throw EntitlementsError("it is not an executable of Apple's systems") }
        let headerSize = magic == Magic.executable64 ? 32 : 28
        let commands = try file.read(at: base + headerSize, count: size)
        var position = 0
        while let command = commands.littleEndian(at: position, count: 4),
            let length = commands.littleEndian(at: position + 4, count: 4), length >= 8
        {
            if command == signatureCommand, let offset = commands.littleEndian(at: position + 8, count: 4) {
                return try entitlements(inSignatureAt: base + offset, of: file)
            }
            position += length
        }
        return nil
    }

    private static func offsetOfArchitecture(in head: [UInt8]) throws(EntitlementsError) -> Int {
        let magic = head.bigEndian(at: 0, count: 4)
        guard magic == Magic.universal || magic == Magic.universal64 else { return 0 }
        let is64Bit = magic == Magic.universal64
        let broken = EntitlementsError("it is a broken executable")
        guard let count = head.bigEndian(at: 4, count: 4), (1...32).contains(count) else { throw broken }
        let entrySize = is64Bit ? 32 : 20
        let entries = (0..<count).map { 8 + $0 * entrySize }
        let entry = entries.first { head.bigEndian(at: $0, count: 4) == arm64 } ?? entries[0]
        guard let offset = head.bigEndian(at: entry + 8, count: is64Bit ? 8 : 4), offset < 1 << 40 else { throw broken }
        return offset
    }

    private static func entitlements(
        inSignatureAt start: Int, of file: ExecutableFile
    ) throws(EntitlementsError) -> [UInt8]? {
        let index = try file.read(at: start, count: 12 + maxBlobs * 8)
        guard index.bigEndian(at: 0, count: 4) == Magic.signature,
            let count = index.bigEndian(at: 8, count: 4), count <= maxBlobs
        else { throw EntitlementsError("its code signature is broken") }
        let entries = (0..<count).map { 12 + $0 * 8 }
        guard let entry = entries.first(where: { index.bigEndian(at: $0, count: 4) == entitlementsSlot }),
            let offset = index.bigEndian(at: entry + 4, count: 4)
        else { return nil }
        let header = try file.read(at: start + offset, count: 8)
        guard let size = header.bigEndian(at: 4, count: 4), (8...maxPartBytes).contains(size) else { return nil }
        return payload(header + (try file.read(at: start + offset + 8, count: size - 8)))
    }

    /// Returns the content of the envelope in which code signatures store entitlements; without an envelope, `bytes`.
    static func payload(_ bytes: [UInt8]) -> [UInt8] {
        bytes.bigEndian(at: 0, count: 4) == Magic.entitlements ? Array(bytes.dropFirst(8)) : bytes
    }

    /// A file whose first bytes are kept, so that they can be read more than once.
    private struct ExecutableFile {
        let source: any ByteSource
        let head: [UInt8]

        func read(at offset: Int, count: Int) throws(EntitlementsError) -> [UInt8] {
            let bytes = head.read(at: offset, count: count)
            guard bytes.count < count else { return bytes }
            return bytes + (try source.read(at: offset + bytes.count, count: count - bytes.count))
        }
    }
}

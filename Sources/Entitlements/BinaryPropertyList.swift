/// Reads binary property lists with bounded work: objects can share others, but expansion is limited.
struct BinaryPropertyList {
    static let magic = Array("bplist00".utf8)
    private static let depthLimit = 64
    /// The maximum number of objects, each counted at every reference.
    private static let maxObjects = 100_000
    private static let maxDecodedBytes = 16 << 20

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let offsetTable: Int
    private var readObjects = 0
    private var decodedBytes = 0

    static func read(_ bytes: [UInt8]) throws(EntitlementsError) -> PropertyList {
        let trailer = bytes.count - 32
        guard trailer >= magic.count,
            let offsetSize = bytes.number(at: trailer + 6, count: 1, bigEndian: true),
            let referenceSize = bytes.number(at: trailer + 7, count: 1, bigEndian: true),
            let count = bytes.number(at: trailer + 8, count: 8, bigEndian: true),
            let root = bytes.number(at: trailer + 16, count: 8, bigEndian: true),
            let table = bytes.number(at: trailer + 24, count: 8, bigEndian: true),
            (1...8).contains(offsetSize), (1...8).contains(referenceSize), count <= trailer, table <= trailer,
            count * offsetSize <= trailer - table
        else { throw broken }
        var reader = BinaryPropertyList(
            bytes: bytes, offsetSize: offsetSize, referenceSize: referenceSize, objectCount: count, offsetTable: table)
        return try reader.object(root, depth: 0)
    }

    private static var broken: EntitlementsError { EntitlementsError("it is a broken binary property list") }

    private mutating func object(_ index: Int, depth: Int) throws(EntitlementsError) -> PropertyList {
        readObjects += 1
        guard readObjects <= Self.maxObjects, depth <= Self.depthLimit else {
            throw EntitlementsError("it is a binary property list that is nested too deep or has too many objects")
        }
        guard index < objectCount,
            let offset = bytes.number(at: offsetTable + index * offsetSize, count: offsetSize, bigEndian: true),
            offset < offsetTable, let marker = bytes.number(at: offset, count: 1, bigEndian: true)
        else { throw Self.broken }
        switch marker >> 4 {
        case 0x0 where marker == 0x08 || marker == 0x09: return .boolean(marker == 0x09)
        case 0x5:
            let (start, count) = try length(offset, marker)
            return .string(String(decoding: try slice(start, count), as: UTF8.self))
        case 0x6:
            let (start, count) = try length(offset, marker)
            guard count <= bytes.count else { throw Self.broken }
            let units = try slice(start, count * 2)
            let pairs = stride(from: units.startIndex, to: units.endIndex, by: 2)
            return .string(
                String(decoding: pairs.map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) }, as: UTF16.self))
        case 0xA, 0xC:
            let (start, count) = try length(offset, marker)
            var elements: [PropertyList] = []
            for index in try references(start, count) { elements.append(try object(index, depth: depth + 1)) }
            return .array(elements)
        case 0xD:
            let (start, count) = try length(offset, marker)
            let keys = try references(start, count)
            let values = try references(start + count * referenceSize, count)
            var members: [String: PropertyList] = [:]
            for (key, value) in zip(keys, values) {
                guard case .string(let name) = try object(key, depth: depth + 1) else { throw Self.broken }
                members[name] = try object(value, depth: depth + 1)
            }
            return .dictionary(members)
        default: return .other
        }
    }

    /// Returns the offset of an object's content, and its count, which is stored as a separate number from 15 on.
    private func length(_ offset: Int, _ marker: Int) throws(EntitlementsError) -> (start: Int, count: Int) {
        guard marker & 0xF == 0xF else { return (offset + 1, marker & 0xF) }
        guard let sizeMarker = bytes.number(at: offset + 1, count: 1, bigEndian: true),
            (0x10...0x13).contains(sizeMarker)
        else { throw Self.broken }
        let size = 1 << (sizeMarker & 0xF)
        guard let count = bytes.number(at: offset + 2, count: size, bigEndian: true), count <= bytes.count
        else { throw Self.broken }
        return (offset + 2 + size, count)
    }

    /// Returns bytes of the list; the total is limited, so that shared objects are not decoded without end.
    private mutating func slice(_ start: Int, _ count: Int) throws(EntitlementsError) -> ArraySlice<UInt8> {
        guard start <= bytes.count, count <= bytes.count - start else { throw Self.broken }
        decodedBytes += count
        guard decodedBytes <= Self.maxDecodedBytes else {
            throw EntitlementsError("it is a binary property list that names the same texts again and again")
        }
        return bytes[start..<(start + count)]
    }

    private mutating func references(_ start: Int, _ count: Int) throws(EntitlementsError) -> [Int] {
        let part = Array(try slice(start, count * referenceSize))
        let indices = (0..<count).compactMap {
            part.number(at: $0 * referenceSize, count: referenceSize, bigEndian: true)
        }
        guard indices.count == count else { throw Self.broken }
        return indices
    }
}

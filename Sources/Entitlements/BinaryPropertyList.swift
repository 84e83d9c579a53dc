/// Reads binary property lists with bounded work: each use of a shared object counts towards the limits.
struct BinaryPropertyList {
    static let magic = Array("bplist00".utf8)
    private static let maxDepth = 64
    /// The maximum number of objects; an object counts once for each reference to it.
    private static let maxObjects = 100_000
    private static let maxDecodedBytes = 16 << 20

    /// The types of objects that are read, by the upper half of an object's marker.
    private enum ObjectType: Int {
        case asciiText = 0x5
        case utf16Text = 0x6
        case array = 0xA
        case set = 0xC
        case dictionary = 0xD
    }

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let tableOffset: Int
    private var objectsRead = 0
    private var decodedBytes = 0

    static func read(_ bytes: [UInt8]) throws(EntitlementsError) -> PropertyList {
        // The last 32 bytes contain the sizes of numbers, the number of objects, the root and the offset of the table.
        let trailer = bytes.count - 32
        guard trailer >= magic.count else { throw broken }
        let offsetSize = Int(bytes[trailer + 6])
        let referenceSize = Int(bytes[trailer + 7])
        guard let count = bytes.bigEndian(at: trailer + 8, count: 8), count <= trailer,
            let root = bytes.bigEndian(at: trailer + 16, count: 8),
            let table = bytes.bigEndian(at: trailer + 24, count: 8), table <= trailer,
            (1...8).contains(offsetSize), (1...8).contains(referenceSize), count * offsetSize <= trailer - table
        else { throw broken }
        var reader = BinaryPropertyList(
            bytes: bytes, offsetSize: offsetSize, referenceSize: referenceSize, objectCount: count, tableOffset: table)
        return try reader.object(root, depth: 0)
    }

    private static var broken: EntitlementsError { EntitlementsError("it is a broken binary property list") }

    private mutating func object(_ index: Int, depth: Int) throws(EntitlementsError) -> PropertyList {
        objectsRead += 1
        guard objectsRead <= Self.maxObjects, depth <= Self.maxDepth else {
            throw EntitlementsError("it is a binary property list that is nested too deep or has too many objects")
        }
        guard index < objectCount,
            let offset = bytes.bigEndian(at: tableOffset + index * offsetSize, count: offsetSize),
            offset < tableOffset
        else { throw Self.broken }
        let marker = Int(bytes[offset])
        if marker == 0x08 { return .boolean(false) }
        if marker == 0x09 { return .boolean(true) }
        guard let type = ObjectType(rawValue: marker >> 4) else { return .other }
        let (start, count) = try content(at: offset, marker)
        switch type {
        case .asciiText: return .string(String(decoding: try slice(start, count), as: UTF8.self))
        case .utf16Text:
            let units = try slice(start, count * 2)
            let pairs = stride(from: units.startIndex, to: units.endIndex, by: 2)
            return .string(
                String(decoding: pairs.map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) }, as: UTF16.self))
        case .array, .set:
            var elements: [PropertyList] = []
            for index in try references(start, count) { elements.append(try object(index, depth: depth + 1)) }
            return .array(elements)
        case .dictionary:
            let keys = try references(start, count)
            let values = try references(start + count * referenceSize, count)
            var members: [String: PropertyList] = [:]
            for (key, value) in zip(keys, values) {
                guard case .string(let name) = try object(key, depth: depth + 1) else { throw Self.broken }
                members[name] = try object(value, depth: depth + 1)
            }
            return .dictionary(members)
        }
    }

    /// Returns the start of an object's content, and its count, which is stored as a separate number from 15 upwards.
    private func content(at offset: Int, _ marker: Int) throws(EntitlementsError) -> (start: Int, count: Int) {
        guard marker & 0xF == 0xF else { return (offset + 1, marker & 0xF) }
        guard let sizeMarker = bytes.bigEndian(at: offset + 1, count: 1), (0x10...0x13).contains(sizeMarker)
        else { throw Self.broken }
        let size = 1 << (sizeMarker & 0xF)
        guard let count = bytes.bigEndian(at: offset + 2, count: size), count <= bytes.count else { throw Self.broken }
        return (offset + 2 + size, count)
    }

    /// Returns bytes of the list; their total number is limited, because shared objects are decoded for each reference.
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
        let indices = (0..<count).compactMap { part.bigEndian(at: $0 * referenceSize, count: referenceSize) }
        guard indices.count == count else { throw Self.broken }
        return indices
    }
}

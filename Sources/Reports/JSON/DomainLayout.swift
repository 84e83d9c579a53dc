/// Lays out the line of a domain as it stands in the JSON document: one value a line, short values together.
///
/// The line is taken as ``JSONWriter`` writes it. Neither numbers nor strings are read: a document of a million domains is made
/// from their lines in the time that it takes to copy them.
struct DomainLayout {
    /// What a container is, as far as it matters for how its members are laid out.
    private enum Role {
        case domain, locations, location, file, findings, finding
        /// An array of objects that stand on one line each.
        case rows
        /// Its members are on its own line, and so is everything in them.
        case inline
        case other
    }

    private let line: UnsafeBufferPointer<UInt8>
    private let depth: Int
    private var index = 0
    private var roles: [Role] = []
    /// The string that was read last: the key, where a container begins after a colon.
    private var key = 0..<0

    /// Appends `line`, an object, to `buffer`, where it stands in `depth` containers.
    static func append(_ line: some Collection<UInt8>, to buffer: inout JSONBuffer, depth: Int) {
        let isDone: Void? = line.withContiguousStorageIfAvailable { bytes in
            var layout = DomainLayout(line: bytes, depth: depth)
            layout.append(to: &buffer)
        }
        if isDone == nil { append(Array(line), to: &buffer, depth: depth) }
    }

    private init(line: UnsafeBufferPointer<UInt8>, depth: Int) {
        self.line = line
        self.depth = depth
    }

    private mutating func append(to buffer: inout JSONBuffer) {
        while index < line.count {
            let byte = line[index]
            switch byte {
            case UInt8(ascii: "\""):
                let end = endOfString(index)
                buffer.append(UnsafeBufferPointer(rebasing: line[index..<end]))
                key = index + 1..<end - 1
                index = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                buffer.append(byte)
                if line[index + 1] == byte + 2 {
                    // Nothing is in it; the closing bracket is two characters after the opening one.
                    index += 1
                    buffer.append(byte + 2)
                } else {
                    roles.append(role(ofArray: byte == UInt8(ascii: "[")))
                    breakLine(&buffer)
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if roles.removeLast() != .inline { buffer.breakLine(depth: depth + roles.count) }
                buffer.append(byte)
            case UInt8(ascii: ","):
                buffer.append(byte)
                if roles.last == .inline { buffer.append(UInt8(ascii: " ")) }
                breakLine(&buffer)
            case UInt8(ascii: ":"):
                buffer.append(byte)
                buffer.append(UInt8(ascii: " "))
            case UInt8(ascii: "\n"): break
            default: buffer.append(byte)
            }
            index += 1
        }
    }

    private func breakLine(_ buffer: inout JSONBuffer) {
        if roles.last != .inline { buffer.breakLine(depth: depth + roles.count) }
    }

    /// What the container is that begins at `index`.
    private func role(ofArray isArray: Bool) -> Role {
        guard let parent = roles.last else { return .domain }
        if isArray, parent != .inline, isPlainArray { return .inline }
        switch parent {
        case .inline, .rows: return .inline
        case .domain where isKey("verdicts"), .domain where isKey("listedBy"), .file where isKey("apps"): return .rows
        case .domain where isKey("timings"), .location where isKey("timings"), .finding where isKey("waived"),
            .finding where isKey("before"):
            return .inline
        case .domain where isKey("locations"): return .locations
        case .domain where isKey("file"): return .file
        case .domain where isKey("findings"): return .findings
        case .locations: return .location
        case .findings: return .finding
        default: return .other
        }
    }

    private func isKey(_ name: StaticString) -> Bool {
        key.count == name.utf8CodeUnitCount
            && (0..<key.count).allSatisfy { line[key.lowerBound + $0] == name.utf8Start[$0] }
    }

    /// Whether the array that begins at `index` holds no other containers.
    private var isPlainArray: Bool {
        var place = index + 1
        while place < line.count {
            switch line[place] {
            case UInt8(ascii: "\""): place = endOfString(place)
            case UInt8(ascii: "{"), UInt8(ascii: "["): return false
            case UInt8(ascii: "]"): return true
            default: place += 1
            }
        }
        return true
    }

    /// Where the string that begins at `start` has ended.
    private func endOfString(_ start: Int) -> Int {
        var place = start + 1
        while place < line.count, line[place] != UInt8(ascii: "\"") {
            if place + 8 <= line.count, isWithoutQuote(place) {
                place += 8
            } else {
                place += line[place] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        return min(place + 1, line.count)
    }

    /// Whether none of the eight bytes from `place` on is a quote or a backslash.
    private func isWithoutQuote(_ place: Int) -> Bool {
        let word = UnsafeRawBufferPointer(line).loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Zero where no byte is: only a byte without its top bit that borrows into it is left.
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let zeros = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        return zeros & (ones &* 0x80) == 0
    }
}

extension JSONBuffer {
    /// Ends a line; the next one is indented for what stands in `depth` containers.
    mutating func breakLine(depth: Int) {
        append(UInt8(ascii: "\n"))
        append(UInt8(ascii: " "), times: 2 * depth)
    }
}

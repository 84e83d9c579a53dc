import Platform

/// Reads a list line by line, with a bounded buffer.
struct LineReader: ~Copyable {
    /// The length in bytes at which a line is truncated, which is longer than any target.
    static let maxLineLength = 64 * 1024

    private let file: ListFile
    private let stop: StopSignal
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the last line that was read, from 1.
    private(set) var line = 0

    init(_ file: ListFile, until stop: StopSignal) {
        self.file = file
        self.stop = stop
    }

    /// Returns the next line without its terminator (LF or CR LF); `nil` at the end of the file.
    ///
    /// - Throws: ``ListError``, or `CancellationError` if the stop signal was raised.
    mutating func next() throws -> [UInt8]? {
        var searchStart = start
        var truncated: [UInt8]?
        while true {
            if let end = buffer[searchStart...].firstIndex(of: 0x0A) {
                let bytes = truncated ?? Array(buffer[start..<end])
                start = end + 1
                return finish(bytes)
            }
            if isAtEnd {
                guard truncated != nil || start < buffer.count else { return nil }
                let bytes = truncated ?? Array(buffer[start...])
                start = buffer.count
                return finish(bytes)
            }
            if buffer.count - start > Self.maxLineLength {
                // The rest of the line is skipped.
                if truncated == nil { truncated = Array(buffer[start..<(start + Self.maxLineLength)]) }
                start = buffer.count
            }
            searchStart = buffer.count - start
            try fill()
        }
    }

    private mutating func finish(_ bytes: [UInt8]) -> [UInt8] {
        line += 1
        return bytes.last == 0x0D ? bytes.dropLast() : bytes
    }

    private mutating func fill() throws {
        buffer.removeFirst(start)
        start = 0
        let chunk = 64 * 1024
        let old = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: chunk))
        var count = 0
        defer { buffer.removeLast(chunk - max(0, count)) }
        count = try buffer.withUnsafeMutableBytes { bytes in
            try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[old...]), until: stop)
        }
        guard count >= 0 else {
            throw ListError.brokenOff(path: file.path, line: line, reason: systemError(CInt(-count)))
        }
        isAtEnd = count == 0
    }
}

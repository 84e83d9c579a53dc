import Platform

/// Reads a list line by line, with a bounded buffer.
struct LineReader: ~Copyable {
    /// The length in bytes at which a line is truncated, which is longer than any target.
    static let maxLineLength = 128 * 1024

    private let file: ListFile
    private let stop: StopSignal
    /// The bytes that were read but not returned yet.
    private var buffer: ArraySlice<UInt8> = []
    private var isAtEnd = false
    /// The number of the last line that was read, from 1.
    private(set) var lineNumber = 0

    init(_ file: ListFile, until stop: StopSignal) {
        self.file = file
        self.stop = stop
    }

    /// Returns the next line without its terminator (LF or CR LF); `nil` at the end of the file.
    ///
    /// - Throws: ``ListError``, or `CancellationError` if the stop signal was raised.
    mutating func next() throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            let part = buffer.prefix { $0 != 0x0A }
            bytes.append(contentsOf: part.prefix(Self.maxLineLength - bytes.count))
            if part.endIndex < buffer.endIndex {
                buffer = buffer[(part.endIndex + 1)...]
                break
            }
            // A terminal can continue after its end, so the end is read only once.
            if !isAtEnd { try fill() }
            if isAtEnd {
                if bytes.isEmpty { return nil }
                break
            }
        }
        lineNumber += 1
        return bytes.last == 0x0D ? bytes.dropLast() : bytes
    }

    /// Replaces the empty buffer with the next part of the file, and sets `isAtEnd` if there is none.
    private mutating func fill() throws {
        var count = 0
        let bytes = try [UInt8](unsafeUninitializedCapacity: 64 * 1024) { space, initializedCount in
            count = try file.read(into: UnsafeMutableRawBufferPointer(space), until: stop)
            initializedCount = max(0, count)
        }
        guard count >= 0 else {
            throw ListError.incomplete(path: file.path, line: lineNumber, reason: systemError(CInt(-count)))
        }
        buffer = bytes[...]
        isAtEnd = count == 0
    }
}

import Platform
import Records

/// The lines of domains on disk, until they are read in input order.
///
/// The spool consists of two unlinked temporary files: the bytes in the order of arrival, and a table of the position
/// for each index. Memory does not grow with the number of domains.
final class Spool {
    private static let recordSize = 24

    let folder: String
    private let data: FileDescriptor
    private let table: FileDescriptor
    private var dataSize = 0
    /// The highest index plus one.
    private(set) var count = 0

    static func open(inOneOf folders: [String]) throws(OutputError) -> Spool {
        var failure: OutputError?
        for folder in folders {
            do throws(OutputError) {
                return try Spool(folder: folder)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? .unusable(path: "a temporary file", reason: "no folder is known for it")
    }

    private init(folder: String) throws(OutputError) {
        self.folder = folder
        data = try Self.makeFile(in: folder)
        table = try Self.makeFile(in: folder)
    }

    func add(_ line: DomainLine, at index: Int) throws(OutputError) {
        try check(data.write(line.bytes, at: dataSize))
        // The size is increased by one, so that a record of zeros represents an index without a line.
        let record = [dataSize, line.bytes.count + 1, line.aliasesAt]
        try check(table.write(record.withUnsafeBytes { Array($0) }, at: index * Self.recordSize))
        dataSize += line.bytes.count
        count = max(count, index + 1)
    }

    func line(at index: Int) throws(OutputError) -> DomainLine? {
        var record = [UInt8](repeating: 0, count: Self.recordSize)
        try check(table.read(&record, at: index * Self.recordSize))
        let numbers = record.withUnsafeBytes { bytes in
            (0..<3).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int.self) }
        }
        guard numbers[1] > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: numbers[1] - 1)
        try check(data.read(&bytes, at: numbers[0]))
        return DomainLine(bytes: bytes, aliasesAt: numbers[2])
    }

    private func check(_ error: CInt) throws(OutputError) {
        guard error != 0 else { return }
        let isFull = error == ENOSPC || error == EDQUOT || error == EFBIG
        throw .writing(
            path: "the temporary file in \(folder)",
            reason: systemError(error)
                + (isFull ? "; it holds all domains until the reports are written, so free space there" : ""))
    }

    private static func makeFile(in folder: String) throws(OutputError) -> FileDescriptor {
        var template = Array("\(folder)/.aasa-audit-spool-XXXXXX".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw .unusable(path: "a temporary file in \(folder)", reason: systemError()) }
        // The system deletes an unlinked file when the process ends, even if the process is killed.
        unlink(template)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(number)
    }
}

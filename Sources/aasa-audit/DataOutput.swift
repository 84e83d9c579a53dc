import ArgumentParser
import Reports
import Runs

/// The standard output of commands that write one document: in pieces of useful size, with the errors in one place.
struct DataOutput {
    private static let pieceSize = 65_536
    private let sink = StandardOutput()
    private var waiting: [UInt8] = []

    /// Takes bytes, and writes them when enough have come together.
    mutating func write(_ bytes: some Sequence<UInt8>) throws {
        waiting.append(contentsOf: bytes)
        if waiting.count >= Self.pieceSize { try flush() }
    }

    /// Writes what is waiting.
    mutating func flush() throws {
        defer { waiting = [] }
        do throws(OutputError) {
            try sink.write(waiting)
        } catch {
            // A reader that has seen enough is no failure.
            if case .closedPipe = error { throw ExitCode.success }
            Console.error("\(error)")
            throw ExitCode.failure
        }
    }
}

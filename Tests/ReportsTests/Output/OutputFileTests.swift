import Dispatch
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import Reports

@Suite(.inTurn(minutes: 3)) struct OutputFileTests {
    /// Runs `body` with a new folder, and removes it afterwards.
    static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "aasa-audit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func appearsOnlyWhenItIsComplete() throws {
        try Self.withFolder { folder in
            let place = folder.appending(path: "report.json")
            let file = try OutputFile(path: place.path)
            try file.write("{}")
            #expect(!FileManager.default.fileExists(atPath: place.path))
            try file.write("\n")
            try file.finish()
            #expect(try String(contentsOf: place, encoding: .utf8) == "{}\n")
            #expect(try Self.names(in: folder) == ["report.json"])
        }
    }

    @Test func leavesAnEarlierReportWhenItIsGivenUp() throws {
        try Self.withFolder { folder in
            let place = folder.appending(path: "report.json")
            try Data("old".utf8).write(to: place)
            let file = try OutputFile(path: place.path)
            try file.write("new")
            file.discard()
            #expect(try String(contentsOf: place, encoding: .utf8) == "old")
            #expect(try Self.names(in: folder) == ["report.json"])
        }
    }

    @Test func leavesNothingBehindWhenItIsForgotten() throws {
        try Self.withFolder { folder in
            try OutputFile(path: folder.appending(path: "report.json").path).write("part")
            #expect(try Self.names(in: folder).isEmpty)
        }
    }

    @Test func keepsLinks() throws {
        try Self.withFolder { folder in
            let place = folder.appending(path: "real.json")
            let link = folder.appending(path: "link.json")
            try Data("old".utf8).write(to: place)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
            let file = try OutputFile(path: link.path)
            try file.write("new")
            try file.finish()
            #expect(try String(contentsOf: place, encoding: .utf8) == "new")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == place.path)
        }
    }

    @Test func removesAbandonedTemporaryFiles() throws {
        try Self.withFolder { folder in
            let place = folder.appending(path: "report.json").path
            let alive = try OutputFile(path: place)
            let abandoned = try OutputFile(path: place)
            let leftover = try #require(abandoned.temporaryPath)
            // The file exists under its temporary name, and under another name of the same form.
            let copy = leftover.dropLast(8) + "00000000"
            try FileManager.default.copyItem(atPath: leftover, toPath: String(copy))
            try FileManager.default.createSymbolicLink(
                atPath: leftover.dropLast(8) + "00000001", withDestinationPath: "/etc/hostname")
            let other = try OutputFile(path: folder.appending(path: "report2.json").path)
            let next = try OutputFile(path: place)
            #expect(!FileManager.default.fileExists(atPath: String(copy)))
            for file in [alive, abandoned, other, next] {
                #expect(FileManager.default.fileExists(atPath: try #require(file.temporaryPath)))
                try file.write("{}")
                try file.finish()
            }
            // Only regular files are treated as remaining reports.
            #expect(try Self.names(in: folder).count == 3)
        }
    }

    @Test(arguments: [0o600, 0o644, 0o664, 0o666]) func keepsTheModeOfTheOldReport(mode: Int) throws {
        try Self.withFolder { folder in
            let place = folder.appending(path: "report.json").path
            try Data("old".utf8).write(to: URL(filePath: place))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place)
            let file = try OutputFile(path: place)
            try file.finish()
            #expect(try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? Int == mode)
        }
    }

    @Test func findsABadPlaceBeforeAnythingIsWritten() throws {
        try Self.withFolder { folder in
            let missing = folder.appending(path: "none/report.json").path
            #expect(throws: OutputError.unusable(path: missing, reason: "there is no folder \(folder.path)/none")) {
                try OutputFile(path: missing)
            }
            #expect(throws: OutputError.unusable(path: folder.path, reason: "it is a folder")) {
                try OutputFile(path: folder.path)
            }
            let file = folder.appending(path: "file")
            try Data().write(to: file)
            #expect(throws: OutputError.self) { try OutputFile(path: file.appending(path: "report.json").path) }
        }
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "only Linux has a disk that is always full"))
    func saysThatTheDiskIsFull() throws {
        let file = try OutputFile(path: "/dev/full")
        let error = try #require(throws: OutputError.self) { try file.write("{}") }
        #expect(error.description.contains("No space left on device"))
        #expect(FileManager.default.fileExists(atPath: "/dev/full"))
    }

    @Test func tellsAClosedPipeApart() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let output = OutputFile(descriptor: pipe.fileHandleForWriting.fileDescriptor, until: nil)
        #expect(throws: OutputError.closedPipe(path: "the standard output")) { try output.write("x") }
    }

    @Test func detectsAClosedPipeWithoutWriting() throws {
        let pipe = Pipe()
        let output = OutputFile(descriptor: pipe.fileHandleForWriting.fileDescriptor, until: nil)
        try output.checkReader()
        try pipe.fileHandleForReading.close()
        #expect(throws: OutputError.closedPipe(path: "the standard output")) { try output.checkReader() }
        let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
        try OutputFile(descriptor: null.fileDescriptor, until: nil).checkReader()
    }

    /// The reader has its own thread, because the writer blocks one of the few threads that tests share.
    @Test func writesMoreThanAPipeHolds() throws {
        let pipe = Pipe()
        let text = String(repeating: "é", count: 1 << 20)
        let reader = pipe.fileHandleForReading
        let read = Mutex<Data?>(nil)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            let data = try? reader.readToEnd()
            read.withLock { $0 = data }
        }
        try OutputFile(descriptor: pipe.fileHandleForWriting.fileDescriptor, until: nil).write(text)
        try pipe.fileHandleForWriting.close()
        group.wait()
        #expect(read.withLock { $0 } == Data(text.utf8))
    }
}

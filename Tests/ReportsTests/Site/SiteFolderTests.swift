import Foundation
import Runs
import Testing

@testable import Reports

/// The folder of a site: whose it is, who writes it, and what is left by a process that was killed.
@Suite struct SiteFolderTests {
    private static func words(_ path: String) throws -> String {
        try #require(throws: OutputError.self) { _ = try SiteFolder(path: path) }.description
    }

    @Test func isMadeAndMarked() throws {
        try OutputFileTests.withFolder { place in
            let path = place.appending(path: "site").path
            let folder = try SiteFolder(path: path + "/")
            try folder.put(Array("page".utf8), at: "d/00/a.html")
            try folder.write("start")
            #expect(!FileManager.default.fileExists(atPath: "\(path)/index.html"))
            try folder.finish()
            #expect(
                try OutputFileTests.names(in: place.appending(path: "site")) == [".aasa-audit-site", "d", "index.html"])
            #expect(try String(contentsOfFile: "\(path)/d/00/a.html", encoding: .utf8) == "page")
        }
    }

    @Test func writesNothingWhereSomebodyElseHasFiles() throws {
        try OutputFileTests.withFolder { place in
            try Data("mine".utf8).write(to: place.appending(path: "index.html"))
            #expect(try Self.words(place.path).contains("has files that are not a site of aasa-audit"))
            #expect(try OutputFileTests.names(in: place) == ["index.html"])
            #expect(try Self.words(place.appending(path: "index.html").path).contains("not a folder"))
            #expect(try Self.words(place.appending(path: "none/site").path).contains("no folder in which"))
            let marked = place.appending(path: "marked")
            try FileManager.default.createDirectory(at: marked, withIntermediateDirectories: false)
            try Data("somebody's".utf8).write(to: marked.appending(path: ".aasa-audit-site"))
            #expect(try Self.words(marked.path).contains(".aasa-audit-site"))
            #expect(try String(contentsOf: marked.appending(path: ".aasa-audit-site"), encoding: .utf8) == "somebody's")
        }
    }

    @Test func isWrittenByOneAtATime() throws {
        try OutputFileTests.withFolder { place in
            let path = place.appending(path: "site").path
            let first = try SiteFolder(path: path)
            #expect(try Self.words(path).contains("another aasa-audit is writing this site"))
            // Whoever was refused left everything as it was.
            try first.put([1], at: "a.html")
            try first.finish()
            let second = try SiteFolder(path: path)
            try second.finish()
        }
    }

    @Test func leavesNothingBehindWhenItIsGivenUp() throws {
        try OutputFileTests.withFolder { place in
            let path = place.appending(path: "site").path
            try SiteFolder(path: path).discard()
            #expect(try OutputFileTests.names(in: place).isEmpty)
            let folder = try SiteFolder(path: path)
            try folder.put([1], at: "a.html")
            folder.discard()
            #expect(try OutputFileTests.names(in: place.appending(path: "site")) == [".aasa-audit-site", "a.html"])
        }
    }

    @Test func removesWhatAKilledProcessLeftAndNothingElse() throws {
        try OutputFileTests.withFolder { place in
            let path = place.appending(path: "site").path
            try SiteFolder(path: path).finish()
            for name in [".aasa-audit-new", "notes.txt"] {
                try Data("x".utf8).write(to: URL(filePath: "\(path)/\(name)"))
            }
            let folder = try SiteFolder(path: path)
            try folder.put([1], at: "a.html")
            try folder.finish()
            #expect(
                try OutputFileTests.names(in: URL(filePath: path)) == [".aasa-audit-site", "a.html", "notes.txt"])
        }
    }

    @Test func aPageWithTheSameBytesIsNotTouched() throws {
        try OutputFileTests.withFolder { place in
            let folder = try SiteFolder(path: place.appending(path: "site").path)
            func inode() throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: "\(folder.path)/a.html")[.systemFileNumber] as? Int
            }
            try folder.put(Array("one".utf8), at: "a.html")
            let first = try inode()
            try folder.put(Array("one".utf8), at: "a.html")
            #expect(try inode() == first && folder.written == 1)
            try folder.put(Array("two".utf8), at: "a.html")
            #expect(try inode() != first && folder.written == 2)
            #expect(folder.beginning(of: "a.html", 2) == Array("tw".utf8))
            #expect(folder.beginning(of: "a.html", .max) == Array("two".utf8))
            #expect(folder.beginning(of: "b.html", 2) == nil)
        }
    }

    @Test func aPlaceThatCannotBeWrittenIsSaid() throws {
        try OutputFileTests.withFolder { place in
            let folder = try SiteFolder(path: place.appending(path: "site").path)
            try FileManager.default.createDirectory(atPath: "\(folder.path)/a.html", withIntermediateDirectories: false)
            let error = try #require(throws: OutputError.self) { try folder.put([1], at: "a.html") }
            #expect(error.description.contains("a.html"))
            #expect(!FileManager.default.fileExists(atPath: folder.temporaryPath))
        }
    }
}

import Foundation
import Records
import Testing

@testable import Reports

/// The folder of a site: its owner, its writer, and the files that a killed process leaves.
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

    @Test func writesNothingToAFolderWithOtherFiles() throws {
        try OutputFileTests.withFolder { place in
            try Data("mine".utf8).write(to: place.appending(path: "index.html"))
            #expect(try Self.words(place.path).contains("has files that are not a site of aasa-audit"))
            #expect(try OutputFileTests.names(in: place) == ["index.html"])
            #expect(try Self.words(place.appending(path: "index.html").path).contains("not a folder"))
            #expect(try Self.words(place.appending(path: "none/site").path).contains("its parent folder"))
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
            // The rejected writer changed nothing.
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

    @Test func removesOnlyTheRemainsOfAKilledProcess() throws {
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
            #expect(try inode() == first && folder.writtenPages == 1)
            try folder.put(Array("two".utf8), at: "a.html")
            #expect(try inode() != first && folder.writtenPages == 2)
            #expect(folder.readPage(at: "a.html", maxBytes: 2) == Array("tw".utf8))
            #expect(folder.readPage(at: "a.html") == Array("two".utf8))
            #expect(folder.readPage(at: "b.html") == nil)
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

    private static let ownPages = [
        "index.html", "attention.html", "words.html", "teams/index.html", SiteAddress.team("Web"), "names/n-.html",
        "runs/index.html", SiteAddress.domain(Estate.well(1)),
    ]

    /// A foreign file with the name of a page is not replaced, and then nothing else is written.
    @Test(arguments: ownPages, ["mine", "<!doctype html>\n<html>", "link", "folder"])
    func pagesOfOthersAreNotReplaced(name: String, text: String) throws {
        try SiteUnderTest.withSite { place in
            let (all, files) = (Estate.typical(60) + [Estate.well(1)], FileManager.default)
            try SiteUnderTest.write(SiteUnderTest.night(0, all), place)
            let page = place.appending(path: name).path
            if files.fileExists(atPath: page) { try files.removeItem(atPath: page) }
            switch text {
            case "link": try files.createSymbolicLink(atPath: page, withDestinationPath: "elsewhere.html")
            case "folder": try files.createDirectory(atPath: page, withIntermediateDirectories: false)
            default: try Data(text.utf8).write(to: place.appending(path: name))
            }
            let before = try Self.contents(place)
            let error = #expect(throws: OutputError.self) {
                try SiteUnderTest.write(SiteUnderTest.night(1, Array(all.dropFirst(2))), place)
            }
            #expect(error?.description.contains("its file \(name) was not written by aasa-audit") == true)
            let part = SiteUnderTest.night(0, all).facts.part
            #expect(throws: OutputError.self) { try SiteFolder.check(place.path, of: part) }
            #expect(try Self.contents(place) == before)
        }
    }

    private static func contents(_ place: URL) throws -> [String: Data?] {
        var contents: [String: Data?] = [:]
        for name in FileManager.default.enumerator(atPath: place.path)?.compactMap({ $0 as? String }) ?? [] {
            contents[name] = .some(FileManager.default.contents(atPath: place.appending(path: name).path))
        }
        return contents
    }

    /// A page that was damaged by a power failure is rewritten.
    @Test(arguments: ["", String(repeating: "\0", count: 40)])
    func aSpoiltPageIsWrittenAgain(bytes: String) throws {
        try SiteUnderTest.withSite { place in
            let run = SiteUnderTest.night(0, Estate.typical(60))
            try SiteUnderTest.write(run, place)
            let page = try SiteUnderTest.text(place, "teams/index.html")
            try Data(bytes.utf8).write(to: place.appending(path: "teams/index.html"))
            #expect(try SiteUnderTest.write(run, place) == ["teams/index.html"])
            #expect(try SiteUnderTest.text(place, "teams/index.html") == page)
        }
    }
}

import Foundation
import Testing

@testable import Reports

/// The page as bytes; what a browser makes of it is in `HTMLPageTests`.
@Suite struct HTMLRendererTests {
    @Test func templatesCanBeRead() throws {
        _ = try PageTemplates()
    }

    @Test func isTheSameTwice() throws {
        let run = Estate(Estate.typical(60), hasHistory: true)
        #expect(try PageSink.page(run) == PageSink.page(run))
    }

    /// Pages to look at, where somebody asks for them.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["TEST_PAGES_FOLDER"] != nil))
    func leavesPagesToLookAt() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["TEST_PAGES_FOLDER"])
        let pages: [(String, any StoredRun)] = [
            ("typical", Estate(Estate.typical(340), hasHistory: true)),
            ("single", Estate([Estate.redirect(3)])), ("hostile", Estate(Samples.all, complete: false)),
            ("well", Estate((0..<30).map(Estate.well))), ("large", Estate(Estate.typical(20_000))),
            ("broken", Estate(Estate.broken(20_000))),
        ]
        for (name, run) in pages {
            let began = Date()
            try Data(try PageSink.page(run).utf8).write(to: URL(filePath: "\(folder)/\(name).html"))
            print(name, Date().timeIntervalSince(began))
        }
    }
}

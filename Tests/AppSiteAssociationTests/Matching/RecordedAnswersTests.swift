import Testing

@testable import AppSiteAssociation

/// The matcher agrees with Apple's tool and with the documentation.
@Suite struct RecordedAnswersTests {
    private static let host = AssociatedHost("example.com")

    @Test func noAnswerIsLost() {
        let counts = [AnsweredFile.recorded, AnsweredFile.documented, AnsweredFile.derived].map { files in
            files.reduce(0) { $0 + $1.answers.count }
        }
        #expect(counts == [123, 13, 12])
    }

    @Test(arguments: AnsweredFile.recorded + AnsweredFile.documented + AnsweredFile.derived)
    func agrees(_ file: AnsweredFile) throws {
        let matcher = LinkMatcher(try Sample.file(file.json))
        let app = AppIdentifier(Sample.app)
        for answer in file.answers {
            let url = try LinkURL(answer.url)
            let match = matcher.match(url, host: Self.host, app: app)
            #expect(match.outcome == answer.outcome, "\(answer.url)")
            let explained = matcher.explain(url, host: Self.host, app: app).match
            #expect(explained.outcome == answer.outcome, "\(answer.url)")
            #expect(explained.rule?.source.pointer == match.rule?.source.pointer, "\(answer.url)")
        }
    }

    /// These results were also recorded from Apple's tool.
    @Test(arguments: [
        (Sample.app, LinkOutcome.match), (Sample.app + "2", .match), ("ZZZZZ99999.com.other.app", .noMatch),
    ])
    func onlyListedAppsOpenLinks(app: String, expected: LinkOutcome) throws {
        let json =
            #"{"applinks": {"details": [{"appIDs": ["\#(Sample.app)", "\#(Sample.app)2"], "components": [{"/": "/buy/*"}]}]}}"#
        let matcher = LinkMatcher(try Sample.file(json))
        let url = try LinkURL("https://example.com/buy/42")
        #expect(matcher.match(url, host: Self.host, app: AppIdentifier(app)).outcome == expected)
    }
}

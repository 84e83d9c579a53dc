import Findings
import TestSupport
import Testing

@testable import AppSiteAssociation

struct UnreadableFileTests {
    static let fixtures: [MarkedFile] = [
        MarkedFile("⟦error json-invalid⟧"),
        MarkedFile("   \n ⟦error json-invalid⟧"),
        MarkedFile("⟦error json-invalid⟧<!DOCTYPE html>"),
        MarkedFile("{\"applinks\": {\n  \"details\": [],⟦error json-invalid⟧}\n}"),
        MarkedFile("{⟦error json-invalid⟧“applinks”: {}}"),
        MarkedFile("{\"applinks\": {}} ⟦error json-invalid⟧{\"applinks\": {}}"),
        MarkedFile("⟦error json-not-object⟧[{\"applinks\": {}}]"),
        MarkedFile("⟦error json-not-object⟧\"applinks\""),
        MarkedFile("⟦error json-not-object⟧null"),
    ]

    @Test(arguments: fixtures)
    func onlyTheFirstCauseIsReported(fixture: MarkedFile) {
        let codes = fixture.findings.map(\.code)
        #expect(codes.count == 1)
        #expect(fixture.findings.first?.line != nil)
        if fixture.text.hasPrefix("{\"applinks\": {\n") {
            // A trailing comma is reported at the position of the comma.
            #expect(codes == [.jsonInvalid])
            #expect(fixture.findings.first?.line == 2)
        } else {
            fixture.check(.jsonInvalid, .jsonNotObject, .encodingNotUTF8, .jsonTooDeep, .serviceNone)
        }
    }

    @Test func theLineIsShownWithAMark() throws {
        let finding = try #require(MarkedFile("{\"applinks\" {}}").findings.first)
        #expect(finding.code == .jsonInvalid)
        #expect(finding.evidence["excerpt"] == "{\"applinks\" {}}\n            ^")
    }

    @Test func nestingIsLimited() {
        let depth = 600
        let text = "{\"x\": " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        #expect(FileJudge.judge(Array(text.utf8), location: .file).findings.map(\.code) == [.jsonTooDeep])
    }

    @Test func otherEncodingsAreReportedByName() throws {
        let file = "{\"webcredentials\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\"]}}"
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in file.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let judged = FileJudge.judge(utf16, location: .file)
        #expect(judged.findings.map(\.code) == [.encodingNotUTF8])
        #expect(judged.findings.first?.evidence["encoding"] == "UTF-16LE")
        #expect(judged.file?.apps.count == 1)

        let latin: [UInt8] = Array("{\"caf".utf8) + [0xE9] + Array("\": 1}".utf8)
        #expect(FileJudge.judge(latin, location: .file).findings.map(\.code) == [.encodingNotUTF8])

        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(file.utf8)
        #expect(FileJudge.judge(marked, location: .file).findings.map(\.code) == [.encodingBOM])
    }

    @Test func anyBytesAreJudged() {
        var generator = SeededGenerator(seed: 7)
        for length in 0..<400 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(!FileJudge.judge(bytes, location: .root).findings.isEmpty)
        }
    }
}

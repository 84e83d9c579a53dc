import Testing

@testable import Transport

struct HeaderCollectorTests {
    private func collect(_ lines: [String], bytes: Int = 1_000, fields: Int = 10) -> (HeaderCollector, accepted: Bool) {
        var collector = HeaderCollector(maxBytes: bytes, maxFields: fields)
        for line in lines {
            let accepted = Array(line.utf8).withUnsafeBytes { collector.receive($0) }
            if !accepted { return (collector, false) }
        }
        return (collector, true)
    }

    @Test func keepsFieldsInOrderAndTrimmed() {
        let (collector, accepted) = collect([
            "HTTP/1.1 200 OK\r\n", "B:  two \r\n", "a: one\r\n", "B:three\r\n", "\r\n",
        ])
        #expect(accepted && collector.isComplete)
        #expect(collector.status == 200)
        #expect(collector.fields.map(\.name) == ["B", "a", "B"])
        #expect(collector.fields.values(of: "b") == ["two", "three"])
    }

    @Test func dropsTheHeaderOfInterimAnswersAndTrailers() {
        let (collector, _) = collect([
            "HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 404 No\r\n", "A: b\r\n", "\r\n",
            "Trailer: late\r\n", "\r\n",
        ])
        #expect(collector.status == 404)
        #expect(collector.fields == [HeaderField(name: "A", value: "b")])
    }

    @Test func isIncompleteWithoutTheEmptyLine() {
        #expect(collect(["HTTP/1.1 200 OK\r\n", "A: b\r\n"]).0.isComplete == false)
    }

    @Test func joinsFoldedLines() {
        let (collector, _) = collect(["HTTP/1.1 200 OK\r\n", "A: b\r\n", "  c\r\n", "\r\n"])
        #expect(collector.fields == [HeaderField(name: "A", value: "b c")])
    }

    @Test func readsBytesThatAreNotUTF8AsLatin1() {
        var collector = HeaderCollector(maxBytes: 100, maxFields: 10)
        _ = Array("HTTP/1.1 200 OK\r\n".utf8).withUnsafeBytes { collector.receive($0) }
        _ = ([0x41, 0x3A, 0xE9, 0x0D, 0x0A] as [UInt8]).withUnsafeBytes { collector.receive($0) }
        _ = Array("B: é\r\n".utf8).withUnsafeBytes { collector.receive($0) }
        #expect(collector.fields.map(\.value) == ["é", "é"])
    }

    @Test func stopsAtTheLimitOfBytesOverAllAnswers() {
        let endless = Array(repeating: ["HTTP/1.1 103 Hint\r\n", "\r\n"], count: 100).flatMap { $0 }
        let (collector, accepted) = collect(endless, bytes: 500)
        #expect(!accepted)
        #expect(collector.exceededLimit?.contains("500 bytes") == true)
    }

    @Test(arguments: [
        (["Content-Encoding: gzip\r\n"], true),
        (["content-encoding: identity, br, identity\r\n"], true),
        (["Content-Encoding: gzip\r\n", "Transfer-Encoding: chunked\r\n"], true),
        (["Content-Encoding: gzip, gzip\r\n"], false),
        (["Content-Encoding: gzip\r\n", "CONTENT-ENCODING:\tbr\r\n"], false),
        (["Content-Encoding: gzip,\r\n", " gzip\r\n"], false),
        (["Transfer-Encoding: gzip, deflate, chunked\r\n"], false),
        (["Content-Encoding: gzip\r\n", "Transfer-Encoding: gzip,chunked\r\n"], false),
        (["Content-Encoding: gzip\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "Content-Encoding: gzip\r\n"], false),
    ])
    func acceptsOneCodingOfTheBody(_ lines: [String], _ isAccepted: Bool) {
        let (collector, accepted) = collect(["HTTP/1.1 200 OK\r\n"] + lines + ["\r\n"])
        #expect(accepted == isAccepted)
        #expect((collector.codingProblem == nil) == isAccepted)
    }

    @Test func countsTheCodingOnceWhereTrailersFollow() {
        let header = ["HTTP/1.1 200 OK\r\n", "Content-Encoding: gzip\r\n", "\r\n", "Trailer: late\r\n", "\r\n"]
        #expect(collect(header).accepted)
    }

    @Test func stopsAtTheLimitOfFields() {
        let many = ["HTTP/1.1 200 OK\r\n"] + (0..<11).map { "F\($0): x\r\n" }
        let (collector, accepted) = collect(many)
        #expect(!accepted)
        #expect(collector.exceededLimit?.contains("10 fields") == true)
    }
}

import Records
import Reports
import Testing

@Suite struct OutputRequestTests {
    @Test(arguments: [
        ("report.json", OutputFormat.json, OutputRequest.Destination.file("report.json")),
        ("a/b.c/report.NDJSON", .ndjson, .file("a/b.c/report.NDJSON")),
        ("report.jsonl", .ndjson, .file("report.jsonl")),
        ("report.txt", .text, .file("report.txt")),
        ("json:report", .json, .file("report")),
        ("json:report.txt", .json, .file("report.txt")),
        ("text:-", .text, .standardOutput),
        ("JSON:report", .json, .file("report")),
        ("Ndjson:-", .ndjson, .standardOutput),
        ("ndjson:/dev/stderr", .ndjson, .file("/dev/stderr")),
        ("other:report.json", .json, .file("other:report.json")),
    ])
    func readsFormatAndPlace(text: String, format: OutputFormat, destination: OutputRequest.Destination) throws {
        #expect(try OutputRequest(text) == OutputRequest(format: format, destination: destination))
    }

    @Test(arguments: [
        "", "-", "report", "report.pdf", "json:", "site:", "site:-", "folder.json/", "folder.json/report",
    ])
    func saysWhatIsMissing(text: String) throws {
        let error = try #require(throws: OutputError.self) { try OutputRequest(text) }
        #expect(error.description.contains("“\(text)”"), "\(error)")
    }
}

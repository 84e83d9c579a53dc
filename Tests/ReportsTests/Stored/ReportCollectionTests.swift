import Findings
import Foundation
import Testing

@testable import Audit
@testable import Records
@testable import Reports

struct ReportCollectionTests {
    /// Reads files with the given contents, one after the other.
    private func read(
        _ contents: [String]
    ) throws -> (run: any StoredRun, domains: [DomainReport], problems: [StoredReportProblem], duplicates: Int) {
        let folder = NSTemporaryDirectory()
        var problems: [StoredReportProblem] = []
        let collection = try ReportCollection(spoolFolders: [folder], toolVersion: "9", rulesVersion: "8") {
            problems.append($0)
        }
        for (index, text) in contents.enumerated() {
            let path = folder + "collection-\(UUID().uuidString)-\(index)"
            try Data(text.utf8).write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            try collection.add(path: path)
        }
        let run = try collection.combinedRun()
        var domains: [DomainReport] = []
        try run.forEachDomain { domains.append($0) }
        #expect(collection.problemCount == problems.count)
        return (run, domains, problems, collection.duplicateCount)
    }

    private func line(_ report: DomainReport) -> String {
        String(decoding: report.line(.always), as: UTF8.self)
    }

    private func document(
        _ domains: [DomainReport], complete: Bool = true, warnings: [RunWarning.Code] = [], options: Evidence = [:]
    ) throws -> String {
        let run = SampleRun(
            domains: domains, complete: complete, warnings: warnings.map { RunWarning($0, "Seen.") }, options: options)
        let sink = MemorySink()
        try JSONReport(bodies: .always).render(run, to: sink)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    @Test func readsLinesAndDocuments() throws {
        let lines = Samples.all.map(line).joined()
        for text in [lines, try document(Samples.all), lines.replacing("\n", with: "\r\n\r\n"), "\u{FEFF}" + lines] {
            let read = try read([text])
            #expect(read.problems.isEmpty, "\(read.problems)")
            #expect(read.domains.map(line).map(withoutAliases) == Samples.all.map(line).map(withoutAliases))
            #expect(read.run.ending.isComplete)
            #expect(read.run.summary == SampleRun(domains: Samples.all).summary)
        }
    }

    private func withoutAliases(_ line: String) -> String {
        line.replacing(/,"alsoGivenAs":\[[^\]]*\]/, with: "")
    }

    @Test func aSingleDocumentKeepsItsFacts() throws {
        let read = try read([try document(Samples.all, complete: false)])
        #expect(read.run.facts == SampleRun(domains: []).facts)
        #expect(read.run.finishedAt == SampleRun(domains: []).finishedAt)
        #expect(!read.run.ending.isComplete)
        #expect(read.domains[0].aliases?.inputs == ["example.com."])
    }

    @Test func togetherTheyHaveANameThatFollowsFromTheContents() throws {
        let first = line(Samples.passing)
        let second = try document([Samples.expired])
        let together = try read([first, second]).run
        #expect(together.facts.toolVersion == "9")
        #expect(together.facts.startedAt == Samples.now)
        #expect(together.finishedAt == SampleRun(domains: []).finishedAt)
        #expect(try read([first, second]).run.facts == together.facts)
        #expect(try read([second, first]).run.facts.id != together.facts.id)
    }

    @Test func theLastObservationOfADomainCounts() throws {
        var later = Samples.passing
        later.startedAt = Samples.now.addingTimeInterval(60)
        later.status = .warn
        var elsewhere = Samples.passing
        elsewhere.domain = DomainID(host: "good.example", port: 8443)
        let lines = [Samples.passing, Samples.expired, elsewhere].map(line).joined()
        for files in [[lines, line(later)], [line(later), lines], [line(later) + lines]] {
            let read = try read(files)
            #expect(read.duplicates == 1)
            #expect(read.domains.first { $0.domain == DomainID(host: "good.example") }?.status == .warn)
            #expect(read.domains.count == 3)
            #expect(read.run.summary.targets == 3)
            #expect(read.run.summary[.pass] == 1)
        }
        #expect(
            try read([lines, line(later)]).domains.map(\.name) == ["good.example", "old.example", "good.example:8443"])
    }

    @Test func emptyInputsYieldAnEmptyRun() throws {
        for files in [[], [""], ["\n \n"]] {
            let read = try read(files)
            #expect(read.problems.isEmpty && read.domains.isEmpty && read.run.ending.isComplete)
            #expect(read.run.ending.isCompletenessAssumed)
        }
    }

    /// Only a document contains the ending of its run.
    @Test func linesDoNotSayThatTheirRunCameToItsEnd() throws {
        let (lines, document) = (line(Samples.passing), try document([Samples.expired]))
        for (files, isKnown) in [([lines], false), ([document], true), ([document, lines], false)] {
            let run = try read(files).run
            #expect(run.ending.isComplete && run.ending.isCompletenessAssumed == !isKnown)
            let selected = try SelectedRun(DomainSelection(teams: ["x"]), of: run)
            #expect(selected.ending.isComplete && selected.ending.isCompletenessAssumed == !isKnown)
        }
    }

    /// A machine without a network does not put the shards of other machines in doubt.
    @Test(arguments: [
        ([[RunWarning.Code.namesNotResolved], []], false, [RunWarning.Code.partInDoubt]),
        (
            [[.targetsDropped, .namesNotResolved], [.clockDiffers]], false,
            [.partInDoubt, .targetsDropped, .clockDiffers]
        ),
        ([[.namesNotResolved], [.networkUnreachable]], false, [.namesNotResolved, .networkUnreachable]),
        ([[.namesNotResolved]], false, [.namesNotResolved]), ([[.namesNotResolved]], true, [.partInDoubt]),
        ([[.targetsDropped], []], false, [.targetsDropped]),
    ])
    func isInDoubtWhereAllOfItIs(_ documents: [[RunWarning.Code]], _ hasLines: Bool, _ codes: [RunWarning.Code]) throws
    {
        let texts = try documents.enumerated().map { index, warnings in
            try document([Samples.all[index]], warnings: warnings, options: ["shard": .string("\(index)/4")])
        }
        let ending = try read(texts + (hasLines ? [line(Samples.expired)] : [])).run.ending
        #expect(ending.warnings.map(\.code) == codes)
        #expect(ending.isInDoubt == codes.contains(.namesNotResolved))
        let message = ending.warnings.first { $0.code == .partInDoubt }?.message
        #expect(message?.contains("1 report is in doubt (2026-05-01 12:00 UTC, share 0/4, names-not-resolved)") ?? true)
    }

    /// Domains are passed on in batches of limited total size, regardless of their individual sizes.
    @Test func batchesAreBoundedInBytes() throws {
        let domains = (0..<12).map { number in
            var report = Samples.passing
            report.domain = DomainID(host: "h\(number).example")
            report.notes = [String(repeating: "x", count: number < 6 ? 600_000 : 10)]
            return report
        }
        let run = try read([domains.map(line).joined()]).run
        var sizes: [Int] = []
        try run.forEachBatch { sizes.append($0.count) }
        #expect(sizes == [2, 2, 2, 6])
        var names: [String] = []
        try SelectedRun(DomainSelection(statuses: [.pass]), of: run).forEachBatch { names += $0.map(\.name) }
        #expect(names == domains.map(\.name))
    }

    /// If an object is too long, only its line is omitted, regardless of where the limit is exceeded.
    @Test(arguments: [-2, -1, 0, 1, 2, 3])
    func aLineThatIsTooLongCostsNoOther(more: Int) throws {
        let start = Array("{\"a\":1".utf8)
        var splitter = ReportSplitter(maxBytes: 4096)
        let spaces = splitter.maxBytes + more - start.count
        let text =
            start + Array(repeating: UInt8(ascii: " "), count: spaces) + Array("\n}\n{\"b\":2}\n{\"c\":3}\n".utf8)
        var objects: [String] = []
        var broken: [String] = []
        for piece in splitter.split(text[...]) {
            switch piece {
            case .object(let bytes, _, _): objects.append(String(decoding: bytes.suffix(7), as: UTF8.self))
            case .broken(let reason, let line): broken.append("\(line): \(reason)")
            case .domain, .head: break
            }
        }
        #expect(objects.suffix(2) == ["{\"b\":2}", "{\"c\":3}"])
        let isTooLong = more > -2
        #expect(objects.count == (isTooLong ? 2 : 3))
        #expect((broken.first?.hasPrefix("1: this JSON object is longer than ") ?? false) == isTooLong)
    }

    @Test(arguments: [
        ("{\"input\":\"cut off", 2, "incomplete JSON object ignored"),
        ("{\"input\":\"cut off\n", 2, "a string does not end on its line"),
        ("{\"input\":\n", 2, "incomplete JSON object ignored"),
        ("{\"input\":]}}}\n", 2, "this is not a domain of a report: it is not JSON"),
        ("{}\n", 2, "this is not a domain of a report: the key “input” is missing"),
        ("nonsense {\"a\":1}\n", 2, "an object in braces was expected here"),
        ("[1]\n", 2, "an object in braces was expected here"),
        ("{\"schemaVersion\":1,\"domains\":[1,\"x\"]}\n", 2, "each domain of a document must be an object"),
        ("{\"schemaVersion\":1,\"domains\":[{}]}\n", 2, "the key “input” is missing"),
        ("{\"schemaVersion\":2,\"domains\":[{\"a\":1},{\"b\":2}]}\n", 2, "has schemaVersion 2, and this version"),
        ("{\"input\":\"a.test\",\"schemaVersion\":2}\n", 2, "this line has schemaVersion 2, and this version"),
        ("{\"input\":\"a.test\",\"schemaVersion\":1}\n", 2, "the key “displayDomain” is missing"),
        ("{\"schemaVersion\":1,\"files\":[]}\n", 2, "this document has no domains"),
        ("{\"schemaVersion\":1,\"domains\":[]}\n", 2, "the part of the document outside its domains"),
        ("\n\n{\"schemaVersion\":1,\n  \"domains\":[\n{\"a\":1}]", 6, "this is not a domain of a report"),
    ])
    func damagedPartsAreReportedAndTheRestIsRead(text: String, number: Int, words: String) throws {
        // The next line is read even if the previous object is not terminated.
        for after in ["", line(Samples.expired)] {
            let read = try read([
                line(Samples.passing) + text + (after.isEmpty || text.hasSuffix("\n") ? "" : "\n") + after
            ])
            let first = try #require(read.problems.first)
            #expect(first.line == number)
            if text.contains("schemaVersion\":2") { #expect(read.problems.count == 1) }
            #expect(first.reason.contains(words), "\(first)")
            #expect(read.domains.map(\.name) == ["good.example"] + (after.isEmpty ? [] : ["old.example"]))
            #expect(!read.run.ending.isComplete)
        }
    }

    /// If the part of a run were ignored, the run would count as one of all targets.
    @Test(
        arguments: [
            ("shard", "4/4", "a shard of a list such as 0/4"), ("shard", 4, "a shard of a list such as 0/4"),
            ("selection", 5, "a string"), ("selectionFollowsState", "yes", "true or false"),
        ] as [(String, EvidenceValue, String)])
    func anInvalidPartIsRefused(key: String, value: EvidenceValue, expected: String) throws {
        let read = try read([document([Samples.passing], options: [key: value])])
        #expect(
            read.problems.map(\.reason) == [
                "the part of the document outside its domains cannot be read: "
                    + "/run/options/\(key) is \(value.jsonText), expected was \(expected)"
            ])
        #expect(!read.run.ending.isComplete)
    }

    /// If any number or time of a report is replaced by an unusual value, the report is read within limits and can be
    /// written, or its line is reported.
    @Test(
        arguments: [
            "9223372036854775807", "-9223372036854775808", "4294967295", "0", "1e308", "-1e308", "1e-320",
            "9999-12-31T23:59:59.999", "0000-01-01T00:00:00",
            "2026-05-01T12:00:00.\(String(repeating: "9", count: 30))",
        ])
    func noNumberAndNoTimeEndsTheProgram(value: String) throws {
        let isTime = value.contains("T")
        let renderers: [any DocumentRenderer] = [CSVReport(), JUnitReport(), SARIFReport()]
        let lines = [Samples.redirecting, Samples.expired].map(line)
        var all: [String] = []
        for line in lines {
            let places =
                isTime
                ? line.matches(of: /"\d{4}-\d\d-\d\dT[0-9:.]+Z"/).map(\.range)
                : line.matches(of: /[\[:,](-?\d[\d.]*)(?=[,\]}])/).map { $0.1.startIndex..<$0.1.endIndex }
            #expect(places.count >= 3)
            let other = isTime ? "\"\(value)Z\"" : value
            for place in places {
                all.append(
                    line.replacingCharacters(in: place, with: other)
                        .replacingOccurrences(of: "\"domain\":\"", with: "\"domain\":\"d\(all.count)"))
            }
        }
        let (run, domains, problems, _) = try read([all.joined()])
        #expect(domains.count + problems.count == all.count)
        #expect(problems.allSatisfy { $0.line != nil && $0.reason.contains("expected was") }, "\(problems)")
        for renderer in renderers { try renderer.render(run, to: MemorySink()) }
    }

    @Test func aFileThatIsNotThereIsNamed() throws {
        var problems: [StoredReportProblem] = []
        let collection = try ReportCollection(
            spoolFolders: [NSTemporaryDirectory()], toolVersion: "9", rulesVersion: "8"
        ) {
            problems.append($0)
        }
        try collection.add(path: "/nowhere/a.ndjson")
        #expect(problems.map(\.description) == ["/nowhere/a.ndjson: it cannot be opened: No such file or directory"])
    }

    /// If a file is truncated at any position, the complete domains are read, and the truncation is reported.
    @Test func aFileCutOffAnywhereLosesItsLastDomainOnly() throws {
        for text in [line(Samples.passing) + line(Samples.expired), try document([Samples.passing, Samples.expired])] {
            let bytes = Array(text.utf8)
            for end in stride(from: 0, to: bytes.count - 1, by: 37) {
                var names: [String] = []
                var broken = 0
                var splitter = ReportSplitter()
                func give(_ piece: ReportSplitter.Piece) {
                    switch piece {
                    case .domain(let bytes, _), .object(let bytes, _, false):
                        if let report = try? DomainReport(line: bytes) { names.append(report.name) }
                    case .object, .head: break
                    case .broken: broken += 1
                    }
                }
                for piece in splitter.split(bytes[..<end]) + splitter.unfinished { give(piece) }
                let whole = names == [] || names == ["good.example"] || names == ["good.example", "old.example"]
                #expect(whole && broken <= 1)
                if end > 0, bytes[end - 1] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\n") {
                    #expect(broken == 1)
                }
            }
        }
    }
}

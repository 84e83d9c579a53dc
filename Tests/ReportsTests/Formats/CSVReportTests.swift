import Findings
import Foundation
import Records
import Reports
import Testing

@testable import Audit

struct CSVReportTests {
    /// Parses RFC 4180 strictly: CR LF after each row, quotes only around a whole cell.
    func rows(_ text: String) throws -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var rest = Substring(text).unicodeScalars
        while !rest.isEmpty {
            var cell = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest.removeFirst()
                while true {
                    let popped = rest.popFirst()
                    let next = try #require(popped, "a quoted cell does not end")
                    if next != "\"" {
                        cell.append(next)
                    } else if rest.first == "\"" {
                        cell.append(rest.removeFirst())
                    } else {
                        break
                    }
                }
            } else {
                while let next = rest.first, next != ",", next != "\r" {
                    #expect(next != "\"" && next != "\n")
                    cell.append(rest.removeFirst())
                }
            }
            row.append(String(cell))
            if rest.first == "," {
                rest.removeFirst()
            } else {
                let end = [rest.popFirst(), rest.popFirst()]
                #expect(end == ["\r", "\n"])
                rows.append(row)
                row = []
            }
        }
        #expect(row.isEmpty)
        return rows
    }

    private func table(_ domains: [DomainReport], past: DomainPast? = nil) throws -> [[String: String]] {
        let rows = try rows(try SampleRun(domains: domains, past: past).rendered(CSVReport()))
        #expect(rows.first == CSVReport.columnNames)
        return rows.dropFirst().map { row in
            #expect(row.count == CSVReport.columnNames.count)
            return Dictionary(uniqueKeysWithValues: zip(CSVReport.columnNames, row))
        }
    }

    @Test func hasARowForEachFindingAndForEachDomainWithout() throws {
        let table = try table(Samples.all)
        #expect(
            table.map { $0["domain"] } == [
                "example.com", "good.example", "old.example", "down.example", "", "bad.example",
            ])
        #expect(
            table.map { $0["code"] } == [
                "redirect", "", "tls-certificate-expired", "connect-refused", "", "json-invalid",
            ])
        #expect(table.map { $0["status"] } == ["fail", "pass", "fail", "unreachable", "invalid", "fail"])
        #expect(table.map { $0["certificate_days_left"] } == ["60", "60", "-3", "", "", ""])
        #expect(table.map { $0["http_status"] } == ["301", "200", "", "", "", "200"])
        let first = try #require(table.first)
        #expect(first["tags"] == "shop; eu")
        #expect(first["ios_13"] == "no")
        #expect(first["ios_14"] == "")
        #expect(first["checked_at"] == "2026-05-01T12:00:00.250Z")
        #expect(first["duration_ms"] == "121")
        #expect(first["certificate_not_after"] == "2026-06-30T12:00:00.250Z")
    }

    @Test func hasItsHeaderWhenThereIsNothing() throws {
        #expect(
            try SampleRun(domains: []).rendered(CSVReport()) == CSVReport.columnNames.joined(separator: ",") + "\r\n")
    }

    @Test func saysWhatHistoryAndWaiversKnow() throws {
        var report = Samples.redirecting
        report.findings[0].state = .returned
        report.findings[0].firstSeen = Samples.days(-3)
        report.findings[0].before = EarlierObservation(runAt: Samples.days(-4), text: "It was served.")
        report.people.contact = "=web@example.com"
        report.findings[0].waived = Waiver(reason: "moves in June", until: "2026-06-30", acceptedBy: "=Dana")
        let row = try #require(try table([report], past: DomainPast(statusSince: Samples.days(-30), runs: [])).first)
        #expect(row["state"] == "returned")
        #expect(row["before"] == "It was served.")
        #expect(row["contact"] == "'=web@example.com")
        #expect(row["first_seen"] == "2026-04-28T12:00:00.250Z")
        #expect(row["status_since"] == "2026-04-01T12:00:00.250Z")
        #expect(row["waived"] == "moves in June")
        #expect(row["waived_until"] == "2026-06-30")
        #expect(row["waived_by"] == "'=Dana")
    }

    /// Parses like a spreadsheet with another separator, in which a quote has a meaning only at the start of a field.
    private func fields(_ text: String, separator: Unicode.Scalar, isQuoted: Bool) -> [String] {
        var fields: [String] = []
        var field = String.UnicodeScalarView()
        var isInside = false
        var rest = text.unicodeScalars[...]
        while let next = rest.popFirst() {
            if isQuoted, next == "\"", isInside || field.isEmpty {
                if isInside, rest.first == "\"" { field.append(rest.removeFirst()) } else { isInside.toggle() }
            } else if !isInside, next == separator || next == "\n" {
                fields.append(String(field))
                field = String.UnicodeScalarView()
            } else {
                field.append(next)
            }
        }
        return fields + [String(field)]
    }

    @Test(arguments: HostileTexts.all, [";", "\t"] as [Unicode.Scalar])
    func noFieldIsAFormulaWhereAnotherSeparatorIsUsual(text: String, separator: Unicode.Scalar) throws {
        let table = try SampleRun(domains: [SampleRun.planted(text)]).rendered(CSVReport())
        for isQuoted in [true, false] {
            for field in fields(table, separator: separator, isQuoted: isQuoted) {
                let start = field.unicodeScalars.first { !$0.properties.isWhitespace }
                #expect(!["=", "+", "-", "@", "＝", "＋", "－", "＠"].contains(start), "\(field)")
            }
        }
    }

    @Test func textWithoutFormulasStaysAsItIs() throws {
        var report = Samples.redirecting
        report.findings[0].message = "Say \"a; b\"; then a-b; c=d; e, f"
        #expect(try table([report]).first?["message"] == "Say \"a; b\"; then a-b; c=d; e, f")
    }

    @Test(arguments: HostileTexts.all)
    func noCellIsAFormulaOrHasControls(text: String) throws {
        let own: Set = ["port", "line", "column", "http_status", "certificate_days_left", "duration_ms", "attempts"]
        for row in try table([SampleRun.planted(text)]) {
            for (name, cell) in row where !own.contains(name) {
                let start = cell.unicodeScalars.first { !$0.properties.isWhitespace }
                #expect(!["=", "+", "-", "@", "＝", "＋", "－", "＠"].contains(start), "\(name): \(cell)")
                #expect(!cell.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(name): \(cell)")
            }
        }
    }
}

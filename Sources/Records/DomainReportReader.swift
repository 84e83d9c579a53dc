package import AppSiteAssociation
package import Audit
package import Findings

import struct Foundation.Data

/// Reads the object of a domain, as the JSON report and NDJSON write it, back into a report.
///
/// Written again it is the same object, byte by byte. What the object does not carry is empty: the bodies of exchanges,
/// and the file's bytes where `--bodies` left them out.
package enum DomainReportReader {
    /// Reads a line of NDJSON.
    package static func read(line: [UInt8]) throws(ReportReadError) -> DomainReport {
        let document: JSONDocument
        do throws(JSONReadError) {
            document = try JSONDocument(line)
        } catch {
            throw ReportReadError(error)
        }
        return try read(document.root)
    }

    /// Reads an object of a document.
    package static func read(_ value: JSONValue) throws(ReportReadError) -> DomainReport {
        let record = try JSONRecord(value)
        if let version = record["schemaVersion"], version.number?.integer != DomainLine.schemaVersion {
            throw ReportReadError("\(DomainLine.schemaVersion)", at: version)
        }
        let timings = try record.object("timings")
        let locations = try record.object("locations")
        let startedAt = try timings.date("startedAt")
        let input = try record.string("input")
        let notes = try record.strings("notes")
        let attempts = try record.integer("attempts")
        var report: DomainReport
        if let host = try record.optionalString("domain") {
            let domain = DomainID(
                host: host, displayHost: try record.string("displayDomain"), port: try record.integer("port"))
            var verdicts: [Verdict] = []
            for verdict in try record.objects("verdicts") { verdicts.append(try Verdict(verdict)) }
            var findings: [Finding] = []
            for finding in try record.objects("findings") { findings.append(try Finding(finding)) }
            report = DomainReport(
                try target(input, domain, notes, record), status: try record.choice("status"), verdicts: verdicts,
                wellKnown: try LocationReport(locations.optionalObject("wellKnown"), startedAt: startedAt),
                root: try LocationReport(locations.optionalObject("root"), startedAt: startedAt),
                cdn: try LocationReport(locations.optionalObject("cdn"), startedAt: startedAt),
                file: try FileReport(record.optionalObject("file")), findings: findings, startedAt: startedAt,
                totalMs: try timings.optionalNumber("totalMs") ?? 0, attempts: attempts,
                furtherLooks: record["furtherLooks"] == nil ? [] : try record.choices("furtherLooks"))
        } else {
            report = DomainReport(invalid: input, notes: notes, at: startedAt, attempts: attempts)
        }
        // A code of a newer version is none of this one.
        if record["gone"] != nil { report.setGone(try record.strings("gone").compactMap { FindingCode(rawValue: $0) }) }
        guard record["alsoGivenAs"] != nil else { return report }
        report.setAliases(
            Aliases.Row(
                inputs: try record.strings("alsoGivenAs"),
                omitted: try record.optionalInteger("alsoGivenAsOmitted") ?? 0))
        return report
    }

    private static func target(
        _ input: String, _ domain: DomainID, _ notes: [String], _ record: JSONRecord
    ) throws(ReportReadError) -> Target {
        var columns: [TargetColumn] = []
        for member in try record.members("columns") {
            columns.append(TargetColumn(name: member.name, value: try JSONRecord.string(member.value)))
        }
        var target = Target(
            input: input, domain: domain, notes: notes, owner: try record.optionalString("owner"),
            contact: try record.optionalString("contact"), team: try record.optionalString("team"),
            tags: try record.strings("tags"), columns: columns)
        target.expectations = try Expectations(record.optionalObject("expected"))
        guard record["listedBy"] != nil else { return target }
        for listing in try record.objects("listedBy") { target.listings.append(try AppListing(listing)) }
        return target
    }
}

extension Expectations {
    init?(_ record: JSONRecord?) throws(ReportReadError) {
        guard let record else { return nil }
        func strings(_ key: String) throws(ReportReadError) -> [String] {
            record[key] == nil ? [] : try record.strings(key)
        }
        self.init(opens: try strings("opens"), doesNotOpen: try strings("doesNotOpen"))
        // What a later version may expect in another form is left out.
        apps = try strings("apps").compactMap { try? App($0) }
    }
}

extension AppListing {
    init(_ record: JSONRecord) throws(ReportReadError) {
        self.init(
            app: try record.string("app"), appID: try record.optionalString("appID"),
            source: try record.string("source"), entries: try record.strings("entries"),
            domainCount: try record.integer("domains"), index: try record.integer("index"),
            isDevelopmentBuild: try record.optionalBoolean("developmentBuild"),
            isAppClip: try record.boolean("appClip"))
    }
}

extension Verdict {
    init(_ record: JSONRecord) throws(ReportReadError) {
        self.init(
            system: try record.choice("system"), outcome: try Outcome(record), because: try record.choices("because"),
            apps: record["apps"] == nil
                ? []
                : try record.objects("apps").map { app throws(ReportReadError) in
                    App(
                        appID: try app.string("appID"), isExpected: try app.boolean("expected"),
                        outcome: try Outcome(app), because: try app.choices("because"))
                })
    }
}

extension Verdict.Outcome {
    init(_ record: JSONRecord) throws(ReportReadError) {
        self.init(works: try record.optionalBoolean("works"), certainty: try record.choice("certainty"))
    }
}

extension FileReport {
    init?(_ record: JSONRecord?) throws(ReportReadError) {
        guard let record else { return nil }
        var apps: [App] = []
        for app in try record.objects("apps") {
            apps.append(
                App(
                    appID: try app.string("appID"), services: try app.strings("services"),
                    rules: try app.integer("rules")))
        }
        var bytes: [UInt8]?
        if let text = try record.optionalString("text") {
            bytes = Array(text.utf8)
        } else if let text = try record.optionalString("textBase64") {
            bytes = Data(base64Encoded: text).map { Array($0) }
            if bytes == nil { throw ReportReadError("Base 64", at: try record.value("textBase64")) }
        }
        self.init(
            location: try record.choice("location"), signed: try record.boolean("signed"),
            services: try record.strings("services"), apps: apps, bytes: bytes)
    }
}

extension Finding {
    init(_ record: JSONRecord) throws(ReportReadError) {
        self.init(
            try record.choice("code"), severity: try record.choice("severity"), location: try record.choice("location"),
            message: try record.string("message"), impact: try record.string("impact"),
            remedy: try record.string("remedy"), evidence: Evidence(try record.members("evidence")),
            pointer: try record.optionalString("pointer"), line: try record.optionalInteger("line"),
            column: try record.optionalInteger("column"))
        state = try record.optionalChoice("state")
        firstSeen = try record.optionalDate("firstSeen")
        if let before = try record.optionalObject("before") {
            self.before = EarlierSight(runAt: try before.optionalDate("run"), text: try before.string("text"))
        }
        if let waived = try record.optionalObject("waived") {
            self.waived = Waiver(
                reason: try waived.string("reason"), until: try waived.optionalString("until"))
        }
    }
}

extension Evidence {
    /// Creates evidence from the members of an object.
    package init(_ members: [JSONMember]) {
        self.init()
        for member in members { self[member.name] = EvidenceValue(member.value) }
    }
}

extension EvidenceValue {
    init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.boolean ?? false)
        case .number: self = value.number?.integer.map { .integer($0) } ?? .number(value.number?.double ?? .nan)
        case .string: self = .string(value.string ?? "")
        case .array: self = .array((value.elements.map { Array($0) } ?? []).map { EvidenceValue($0) })
        case .object: self = .object(Evidence(value.members.map { Array($0) } ?? []))
        }
    }
}

package import AppSiteAssociation
package import Audit
import Findings
import Transport

import struct Foundation.Data
import struct Foundation.Date

extension DomainReport: JSONObject {
    package static var blank: Self { DomainReport(invalid: "", at: .init(timeIntervalSince1970: 0)) }

    /// Reads a line of NDJSON; values that the line does not contain are empty, such as the bodies of exchanges, or the
    /// bytes of the file if `--bodies` omitted them.
    package init(line: [UInt8]) throws(ReportReadError) { try self.init(json: JSONValue(parsing: line)) }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        if Visitor.isReading {
            // A line of NDJSON has a version; a domain in a document has none.
            var version: Int?
            try visitor.visit("schemaVersion", &version)
            let supported = DomainLine.schemaVersion
            if version ?? supported != supported { try visitor.refuse("schemaVersion", expected: "\(supported)") }
        }
        try visitor.visit("input", &input)
        var (host, displayHost, port) = (domain?.host, domain?.displayHost ?? input, domain?.port ?? 443)
        try visitor.visit("domain", &host)
        try visitor.visit("displayDomain", &displayHost)
        try visitor.visit("port", &port)
        if Visitor.isReading { domain = host.map { DomainID(host: $0, displayHost: displayHost, port: port) } }
        try visitor.visit("owner", &people.owner)
        try visitor.visitOptional("contact", &people.contact)
        try visitor.visit("team", &people.team)
        try visitor.visit("tags", &people.tags)
        try visitor.visit("notes", &notes)
        var columnObject = columns.isEmpty ? nil : OrderedJSONObject(members: columns.map { ($0.name, $0.value) })
        try visitor.visitOptional("columns", &columnObject)
        if Visitor.isReading { columns = columnObject?.members.map { TargetColumn(name: $0, value: $1) } ?? [] }
        try visitor.visitOptional("listedBy", &listings)
        if expectations?.isEmpty == true { expectations = nil }
        try visitor.visitOptional("expected", &expectations)
        try visitor.visit("status", &status)
        try visitor.visitDerived("opensApp", opensApp)
        try visitor.visit("verdicts", &verdicts)
        try visitor.beginObject("locations")
        try visitor.visit("wellKnown", &wellKnown)
        try visitor.visit("root", &root)
        try visitor.visitOptional("cdn", &cdn)
        visitor.endObject()
        try visitor.visit("file", &file)
        try visitor.visit("findings", &findings)
        try visitor.beginObject("timings")
        try visitor.visit("startedAt", &startedAt)
        try visitor.visit("totalMs", &totalMs)
        visitor.endObject()
        try visitor.visit("attempts", &attempts)
        try visitor.visitOptional("resolvedCodes", &resolvedCodes)
        try visitor.visitOptional("additionalChecks", &additionalChecks)
        guard Visitor.isReading else { return }
        // The writer adds the other inputs outside this function.
        var (otherInputs, omitted): ([String]?, Int?) = (nil, nil)
        try visitor.visit("alsoGivenAs", &otherInputs)
        try visitor.visit("alsoGivenAsOmitted", &omitted)
        aliases = otherInputs.map { Aliases.Row(inputs: $0, omitted: omitted ?? 0) }
        wellKnown?.exchange?.startedAt = startedAt
        root?.exchange?.startedAt = startedAt
        cdn?.exchange?.startedAt = startedAt
    }
}

extension AppListing: JSONObject {
    package static var blank: Self {
        AppListing(app: "", appID: nil, source: "", entries: [], domainCount: 0, index: 0)
    }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("app", &app)
        try visitor.visit("appID", &appID)
        try visitor.visit("source", &source)
        try visitor.visit("entries", &entries)
        try visitor.visit("index", &index)
        try visitor.visit("domains", &domainCount)
        try visitor.visit("developmentBuild", &isDevelopmentBuild)
        try visitor.visit("appClip", &isAppClip)
    }
}

extension Expectations: JSONObject {
    package static var blank: Self { Expectations() }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visitOptional("apps", &apps)
        try visitor.visitOptional("opens", &opens)
        try visitor.visitOptional("doesNotOpen", &doesNotOpen)
    }
}

extension Expectations.App: JSONForm {
    package func write(to writer: inout JSONWriter) { writer.value(text) }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let app = try? Self(String(json: value)) else { throw ReportReadError("SERVICE:APPID", at: value) }
        self = app
    }
}

extension LinkRequest: JSONForm {
    package func write(to writer: inout JSONWriter) { writer.value(text) }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let link = try? Self(String(json: value)) else { throw ReportReadError("a URL", at: value) }
        self = link
    }
}

extension Verdict: JSONObject {
    package static var blank: Self { Verdict(system: .iOS14, outcome: .unknown, because: []) }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("system", &system)
        try outcome.visitFields(with: &visitor)
        try visitor.visit("because", &because)
        try visitor.visitOptional("apps", &apps)
    }
}

extension Verdict.App: JSONObject {
    package static var blank: Self { Self(appID: "", isExpected: false, outcome: .unknown, because: []) }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("appID", &appID)
        try visitor.visit("expected", &isExpected)
        try outcome.visitFields(with: &visitor)
        try visitor.visit("because", &because)
    }
}

extension Verdict.Outcome {
    /// Visits the two fields of an outcome, which are part of the containing object.
    mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        var (works, certainty) = (isSuccess, certainty)
        try visitor.visit("works", &works)
        try visitor.visit("certainty", &certainty)
        guard Visitor.isReading else { return }
        let possible = Self.allCases.filter { $0.isSuccess == works }
        guard let outcome = possible.first(where: { $0.certainty == certainty }) else {
            let expected = possible.map(\.certainty.rawValue).joined(separator: " or ")
            try visitor.refuse("certainty", expected: expected)
            return
        }
        self = outcome
    }
}

extension FileReport: JSONObject {
    package static var blank: Self {
        FileReport(location: .wellKnown, isSigned: false, services: [], apps: [], bytes: nil)
    }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("location", &location)
        try visitor.visit("signed", &isSigned)
        try visitor.visit("services", &services)
        try visitor.visit("apps", &apps)
        var text = bytes.flatMap { String(validating: $0, as: UTF8.self) }
        var base64 = text == nil ? bytes.map { Data($0).base64EncodedString() } : nil
        try visitor.visitOptional("text", &text)
        try visitor.visitOptional("textBase64", &base64)
        guard Visitor.isReading else { return }
        bytes = text.map { Array($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
        if bytes == nil, base64 != nil { try visitor.refuse("textBase64", expected: "Base 64") }
    }
}

extension FileReport.App: JSONObject {
    package static var blank: Self { Self(appID: "", services: [], ruleCount: 0) }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("appID", &appID)
        try visitor.visit("services", &services)
        try visitor.visit("rules", &ruleCount)
    }
}

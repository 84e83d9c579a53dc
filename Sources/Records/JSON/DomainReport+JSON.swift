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

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        if Fields.isReading {
            // A line of NDJSON has a version; a domain in a document has none.
            var version: Int?
            try fields.visit("schemaVersion", &version)
            let supported = DomainLine.schemaVersion
            if version ?? supported != supported { try fields.refuse("schemaVersion", expected: "\(supported)") }
        }
        try fields.visit("input", &input)
        var (host, displayHost, port) = (domain?.host, domain?.displayHost ?? input, domain?.port ?? 443)
        try fields.visit("domain", &host)
        try fields.visit("displayDomain", &displayHost)
        try fields.visit("port", &port)
        if Fields.isReading { domain = host.map { DomainID(host: $0, displayHost: displayHost, port: port) } }
        try fields.visit("owner", &people.owner)
        try fields.visitOptional("contact", &people.contact)
        try fields.visit("team", &people.team)
        try fields.visit("tags", &people.tags)
        try fields.visit("notes", &notes)
        var columnObject = columns.isEmpty ? nil : OrderedJSONObject(members: columns.map { ($0.name, $0.value) })
        try fields.visitOptional("columns", &columnObject)
        if Fields.isReading { columns = columnObject?.members.map { TargetColumn(name: $0, value: $1) } ?? [] }
        try fields.visitOptional("listedBy", &listings)
        if expectations?.isEmpty == true { expectations = nil }
        try fields.visitOptional("expected", &expectations)
        try fields.visit("status", &status)
        try fields.visitDerived("opensApp", opensApp)
        try fields.visit("verdicts", &verdicts)
        try fields.beginObject("locations")
        try fields.visit("wellKnown", &wellKnown)
        try fields.visit("root", &root)
        try fields.visitOptional("cdn", &cdn)
        fields.endObject()
        try fields.visit("file", &file)
        try fields.visit("findings", &findings)
        try fields.beginObject("timings")
        try fields.visit("startedAt", &startedAt)
        try fields.visit("totalMs", &totalMs)
        fields.endObject()
        try fields.visit("attempts", &attempts)
        try fields.visitOptional("resolvedCodes", &resolvedCodes)
        try fields.visitOptional("additionalChecks", &additionalChecks)
        guard Fields.isReading else { return }
        // The writer adds the other inputs outside this function.
        var (otherInputs, omitted): ([String]?, Int?) = (nil, nil)
        try fields.visit("alsoGivenAs", &otherInputs)
        try fields.visit("alsoGivenAsOmitted", &omitted)
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

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("app", &app)
        try fields.visit("appID", &appID)
        try fields.visit("source", &source)
        try fields.visit("entries", &entries)
        try fields.visit("index", &index)
        try fields.visit("domains", &domainCount)
        try fields.visit("developmentBuild", &isDevelopmentBuild)
        try fields.visit("appClip", &isAppClip)
    }
}

extension Expectations: JSONObject {
    package static var blank: Self { Expectations() }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visitOptional("apps", &apps)
        try fields.visitOptional("opens", &opens)
        try fields.visitOptional("doesNotOpen", &doesNotOpen)
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

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("system", &system)
        try outcome.describe(&fields)
        try fields.visit("because", &because)
        try fields.visitOptional("apps", &apps)
    }
}

extension Verdict.App: JSONObject {
    package static var blank: Self { Self(appID: "", isExpected: false, outcome: .unknown, because: []) }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("appID", &appID)
        try fields.visit("expected", &isExpected)
        try outcome.describe(&fields)
        try fields.visit("because", &because)
    }
}

extension Verdict.Outcome {
    /// Visits the two fields of an outcome, which are part of the containing object.
    fileprivate mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        var (works, certainty) = (isSuccess, certainty)
        try fields.visit("works", &works)
        try fields.visit("certainty", &certainty)
        guard Fields.isReading else { return }
        let possible = Self.allCases.filter { $0.isSuccess == works }
        guard let outcome = possible.first(where: { $0.certainty == certainty }) else {
            let expected = possible.map(\.certainty.rawValue).joined(separator: " or ")
            try fields.refuse("certainty", expected: expected)
            return
        }
        self = outcome
    }
}

extension FileReport: JSONObject {
    package static var blank: Self {
        FileReport(location: .wellKnown, isSigned: false, services: [], apps: [], bytes: nil)
    }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("location", &location)
        try fields.visit("signed", &isSigned)
        try fields.visit("services", &services)
        try fields.visit("apps", &apps)
        var text = bytes.flatMap { String(validating: $0, as: UTF8.self) }
        var base64 = text == nil ? bytes.map { Data($0).base64EncodedString() } : nil
        try fields.visitOptional("text", &text)
        try fields.visitOptional("textBase64", &base64)
        guard Fields.isReading else { return }
        bytes = text.map { Array($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
        if bytes == nil, base64 != nil { try fields.refuse("textBase64", expected: "Base 64") }
    }
}

extension FileReport.App: JSONObject {
    package static var blank: Self { Self(appID: "", services: [], ruleCount: 0) }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("appID", &appID)
        try fields.visit("services", &services)
        try fields.visit("rules", &ruleCount)
    }
}

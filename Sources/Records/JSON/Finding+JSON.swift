package import AppSiteAssociation
package import Findings

extension Finding: JSONObject {
    package static var blank: Self { Finding(.redirect, location: .domain, message: "") }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("code", &code)
        try visitor.visit("severity", &severity)
        try visitor.visit("location", &location)
        try visitor.visit("message", &message)
        try visitor.visit("impact", &impact)
        try visitor.visit("remedy", &remedy)
        try visitor.visit("evidence", &evidence)
        try visitor.visit("pointer", &pointer)
        try visitor.visit("line", &line)
        try visitor.visit("column", &column)
        try visitor.visitOptional("state", &state)
        try visitor.visitOptional("firstSeen", &firstSeen)
        try visitor.visitOptional("before", &before)
        try visitor.visitOptional("waived", &waived)
    }
}

extension EarlierObservation: JSONObject {
    package static var blank: Self { EarlierObservation(runAt: nil, text: "") }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("run", &runAt)
        try visitor.visit("text", &text)
    }
}

extension Waiver: JSONObject {
    package static var blank: Self { Waiver(reason: "") }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reason", &reason)
        try visitor.visit("until", &until)
        try visitor.visitOptional("acceptedBy", &acceptedBy)
    }
}

extension Evidence: JSONForm {
    package static var absent: Self? { [:] }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for entry in entries { writer.field(entry.key, entry.value) }
        }
    }

    package init(json value: JSONValue) throws(ReportReadError) {
        self.init()
        let object = try OrderedJSONObject<EvidenceValue>(json: value)
        for member in object.members { self[member.name] = member.value }
    }

    /// Reads the object in `text`; empty if `text` is not a JSON object.
    package init(jsonText text: String) { self = (try? Self(json: JSONValue(parsing: Array(text.utf8)))) ?? [:] }
}

extension EvidenceValue: JSONForm {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.write(literal: "null")
        case .boolean(let flag): flag.write(to: &writer)
        case .integer(let number): number.write(to: &writer)
        case .number(let number): number.write(to: &writer)
        case .string(let text): text.write(to: &writer)
        case .object(let object): object.write(to: &writer)
        case .array(let values): values.write(to: &writer)
        }
    }

    package init(json value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.boolean ?? false)
        case .number:
            self = if let integer = value.integer { .integer(integer) } else { .number(value.double ?? .nan) }
        case .string: self = .string(value.string ?? "")
        case .array: self = .array((try? [EvidenceValue](json: value)) ?? [])
        case .object: self = .object((try? Evidence(json: value)) ?? [:])
        }
    }
}

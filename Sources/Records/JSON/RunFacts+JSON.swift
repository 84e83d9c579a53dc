package import AppSiteAssociation
package import Audit
import Findings

extension RunFacts {
    /// Visits the objects `tool` and `run` at the top level of a document.
    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.beginObject("tool")
        try visitor.visitDerived("name", "aasa-audit")
        try visitor.visit("version", &toolVersion)
        try visitor.visit("rules", &rulesVersion)
        visitor.endObject()
        try visitor.beginObject("run")
        try visitor.visit("id", &id)
        try visitor.visit("startedAt", &startedAt)
        try visitor.visit("options", &options)
        if Visitor.isReading, !options.entries.isEmpty {
            // Invalid options about the part are refused: without them, the run would count as one of all targets.
            var (shard, selection, dependsOnStatus): (Shard?, String?, Bool?) = (nil, nil, nil)
            try visitor.beginObject("options")
            try visitor.visit(RunPart.Key.shard, &shard)
            try visitor.visit(RunPart.Key.selection, &selection)
            try visitor.visit(RunPart.Key.dependsOnStatus, &dependsOnStatus)
            visitor.endObject()
        }
        visitor.endObject()
    }
}

extension Shard: JSONForm {
    package func write(to writer: inout JSONWriter) { writer.value(description) }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let shard = try? Self(String(json: value)) else {
            throw ReportReadError("a shard of a list such as 0/4", at: value)
        }
        self = shard
    }
}

extension RunEnding {
    /// Visits the fields of a JSON document about the ending of its run; unknown causes and warnings are not read.
    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        var complete: Bool? = isComplete
        var storedCause = isComplete ? nil : cause?.rawValue
        var storedWarnings = warnings.map { StoredWarning(code: $0.code.rawValue, message: $0.message) }
        try visitor.visit("complete", &complete)
        try visitor.visitOptional("incompleteBecause", &storedCause)
        try visitor.visitOptional("warnings", &storedWarnings)
        guard Visitor.isReading else { return }
        self = RunEnding(
            isComplete: complete ?? false, cause: storedCause.flatMap { Cause(rawValue: $0) },
            warnings: storedWarnings.compactMap(\.warning))
    }

    /// A warning with a code that this version may not support.
    private struct StoredWarning: JSONObject {
        static var blank: Self { Self(code: "", message: "") }

        var code: String
        var message: String

        var warning: RunWarning? { RunWarning.Code(rawValue: code).map { RunWarning($0, message) } }

        mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.visit("code", &code)
            try visitor.visit("message", &message)
        }
    }
}

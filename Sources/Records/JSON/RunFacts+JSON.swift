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
        visitor.endObject()
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

extension RunFacts {
    /// Visits the objects of a JSON document that describe its run, which are outside its domains.
    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.beginObject("tool")
        try fields.derived("name", "aasa-audit")
        try fields.field("version", &toolVersion)
        try fields.field("rules", &rulesVersion)
        fields.endObject()
        try fields.beginObject("run")
        try fields.field("id", &id)
        try fields.field("startedAt", &startedAt)
        try fields.field("options", &options)
        fields.endObject()
    }
}

extension RunEnding {
    /// Visits the fields of a JSON document about the ending of its run.
    ///
    /// Reading omits causes and warnings that this version does not support.
    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        var (complete, because): (Bool?, String?) = (isComplete, isComplete ? nil : cause?.rawValue)
        var remarks = warnings.map { Remark(code: $0.code.rawValue, message: $0.message) }
        try fields.field("complete", &complete)
        try fields.optional("incompleteBecause", &because)
        try fields.optional("warnings", &remarks)
        guard Fields.isReading else { return }
        self = RunEnding(
            isComplete: complete ?? false, cause: because.flatMap { Cause(rawValue: $0) },
            warnings: remarks.compactMap(\.warning))
    }

    private struct Remark: JSONObject {
        static var blank: Self { Self(code: "", message: "") }

        var code: String
        var message: String

        var warning: RunWarning? { RunWarning.Code(rawValue: code).map { RunWarning($0, message) } }

        mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
            try fields.field("code", &code)
            try fields.field("message", &message)
        }
    }
}

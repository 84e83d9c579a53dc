extension RunFacts {
    /// Visits the objects of a JSON document that describe its run, which are outside its domains.
    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.beginObject("tool")
        try fields.visitDerived("name", "aasa-audit")
        try fields.visit("version", &toolVersion)
        try fields.visit("rules", &rulesVersion)
        fields.endObject()
        try fields.beginObject("run")
        try fields.visit("id", &id)
        try fields.visit("startedAt", &startedAt)
        try fields.visit("options", &options)
        fields.endObject()
    }
}

extension RunEnding {
    /// Visits the fields of a JSON document about the ending of its run; unknown causes and warnings are not read.
    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        var complete: Bool? = isComplete
        var because = isComplete ? nil : cause?.rawValue
        var storedWarnings = warnings.map { StoredWarning(code: $0.code.rawValue, message: $0.message) }
        try fields.visit("complete", &complete)
        try fields.visitOptional("incompleteBecause", &because)
        try fields.visitOptional("warnings", &storedWarnings)
        guard Fields.isReading else { return }
        self = RunEnding(
            isComplete: complete ?? false, cause: because.flatMap { Cause(rawValue: $0) },
            warnings: storedWarnings.compactMap(\.warning))
    }

    /// A warning with a code that this version may not support.
    private struct StoredWarning: JSONObject {
        static var blank: Self { Self(code: "", message: "") }

        var code: String
        var message: String

        var warning: RunWarning? { RunWarning.Code(rawValue: code).map { RunWarning($0, message) } }

        mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
            try fields.visit("code", &code)
            try fields.visit("message", &message)
        }
    }
}

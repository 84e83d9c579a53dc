/// The formats of the reports of a run.
public enum OutputFormat: String, Sendable, CaseIterable {
    /// For people, in a terminal.
    case text
    /// One JSON document in input order.
    case json
    /// One JSON object a line, as each domain ends.
    case ndjson

    /// What a file name ends in when it is to have this format.
    public var fileExtensions: [String] {
        switch self {
        case .text: ["txt"]
        case .json: ["json"]
        case .ndjson: ["ndjson", "jsonl"]
        }
    }

    /// All names that a user may give, for messages.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

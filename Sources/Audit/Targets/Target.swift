/// A list column that is not interpreted, only copied to the reports.
public struct TargetColumn: Hashable, Sendable {
    /// The name of the column, from the header of the list.
    public var name: String
    /// The text of the column in the row of the target.
    public var value: String

    /// Creates a column.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// One domain to audit, with the user's input and its interpretation.
public struct Target: Hashable, Sendable {
    /// The input as the user wrote it.
    public var input: String
    /// The domain.
    public let domain: DomainID
    /// Whether the target represents all hosts below the domain, as in `*.example.com`, which share the domain's file.
    public var isWildcard: Bool
    /// Descriptions of the changes from the input to the domain; empty if none.
    public var notes: [String]
    /// The people responsible for the domain, and its tags.
    public var people: DomainPeople
    /// Other columns of the list, which are copied to the reports.
    public var columns: [TargetColumn]
    /// The expectations for the file; `nil` if none.
    public var expectations: Expectations?
    /// The apps that list the domain, according to the specified entitlements.
    public var listings: [AppListing] = []

    /// Creates a target.
    public init(
        input: String, domain: DomainID, isWildcard: Bool = false, notes: [String] = [],
        people: DomainPeople = DomainPeople(), columns: [TargetColumn] = [], expectations: Expectations? = nil
    ) {
        self.input = input
        self.domain = domain
        self.isWildcard = isWildcard
        self.notes = notes
        self.people = people
        self.columns = columns
        self.expectations = expectations
    }

    /// The host of the domain in ASCII.
    public var host: String { domain.host }
    /// The port of the domain.
    public var port: Int { domain.port }
}

/// One input of a run and its interpretation.
package struct TargetEntry: Hashable, Sendable {
    /// The input, redacted and truncated for reports.
    package var input: String
    /// The target, or the reason why the input is invalid.
    package var result: Result<Target, TargetError>

    /// The index of the row in the run, from 0; set by ``TargetStream``.
    package var index = 0
    /// The origin of the input; `nil` for an argument on the command line.
    package var origin: TargetOrigin?

    package init(input: String, result: Result<Target, TargetError>) {
        self.input = input
        self.result = result
    }

    package init(_ text: String) {
        input = TargetParser.redacted(text)
        result = Result { () throws(TargetError) in try TargetParser.parse(text) }
    }
}

package enum TargetOrigin: Hashable, Sendable, CustomStringConvertible {
    /// A line of a list or a configuration, with the path as the user wrote it; `-` is the standard input.
    case line(Int, of: String)
    case app(String)

    package var description: String {
        switch self {
        case .line(let line, let path): "\(path == "-" ? "standard input" : path), line \(line)"
        case .app(let source): source
        }
    }
}

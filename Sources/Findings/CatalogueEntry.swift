/// What is known about a finding code, in words for people who did not write the program.
public struct CatalogueEntry: Hashable, Sendable {
    /// The families of the catalogue, in the order in which causes are looked for.
    public enum Family: String, Sendable, CaseIterable {
        case reachingTheServer = "Reaching the server"
        case tls = "TLS"
        case http = "HTTP"
        case file = "The file"
        case expectations = "Against what is expected"
    }

    /// The code.
    public var code: FindingCode
    /// The family.
    public var family: Family
    /// The severity unless a check says otherwise.
    public var severity: Severity
    /// Whether a domain with this finding could not be checked, rather than being wrong.
    public var unreachable: Bool
    /// A few words for a table or a headline, without a full stop.
    public var title: String
    /// What it means, in plain sentences.
    public var meaning: String
    /// Whom it hurts and how.
    public var impact: String
    /// What to do.
    public var remedy: String
    /// Where the rule comes from: the title of the page, the RFC section, or "observed with swcutil"; then, where it
    /// says more, the identifier of a rule of the format, as in "rule details.first-match".
    public var source: String

    /// Creates an entry.
    public init(
        _ code: FindingCode, _ family: Family, _ severity: Severity, unreachable: Bool = false, title: String,
        meaning: String, impact: String, remedy: String, source: String
    ) {
        self.code = code
        self.family = family
        self.severity = severity
        self.unreachable = unreachable
        self.title = title
        self.meaning = meaning
        self.impact = impact
        self.remedy = remedy
        self.source = source
    }
}

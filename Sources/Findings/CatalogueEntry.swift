/// The description of a finding code, for readers who are not familiar with the program.
public final class CatalogueEntry: Sendable {
    /// The families of the catalogue, in order of causes: a finding can explain those of later families.
    public enum Family: String, Sendable, CaseIterable {
        case reachingTheServer = "Reaching the server"
        case tls = "TLS"
        case http = "HTTP"
        case file = "The file"
        case expectations = "Expectations"
        case appleCDN = "Apple's copy"
        case entitlements = "The app's domains"

        /// The role that can usually fix the findings of the family, as the beginning of a sentence.
        public var fixer: String {
            switch self {
            case .reachingTheServer:
                "The administrators of the web server, its network and firewall, and the domain's DNS"
            case .tls: "The administrators of the web server, load balancer or CDN that presents the certificate"
            case .http, .appleCDN: "The administrators of the web server or the CDN in front of it"
            case .file: "The file's maintainers, usually the app's developers"
            case .expectations: "The app's developers and the file's maintainers"
            case .entitlements: "The app's developers"
            }
        }

        /// The people to ask for a fix if the owner of a domain is unknown, in a few words.
        package var addressee: String {
            switch self {
            case .reachingTheServer, .tls, .http, .appleCDN: "the web server's administrators"
            case .file, .expectations, .entitlements: "the app's developers"
            }
        }
    }

    /// A property of a finding that determines its role in comparisons of runs.
    package enum Trait: Sendable {
        /// An error that does not prevent later checks.
        case allowsLaterChecks
        /// An error in the structure of the file that hides the content below it.
        case hidesContent
        /// A finding that may appear or disappear with time, although the responses are the same.
        case dependsOnTime
    }

    let name: String
    /// The family.
    public let family: Family
    /// The role that can usually fix the finding, as the beginning of a sentence.
    public let fixer: String
    /// The people to ask for a fix if the owner of a domain is unknown, in a few words.
    package let addressee: String
    /// The default severity of the finding, which a check can override.
    public let severity: Severity
    package let traits: Set<Trait>
    /// Whether the finding means that the domain could not be checked, so that its state is unknown.
    public let preventsCheck: Bool
    /// The additional check that can lead to the finding; `nil` if every audit can.
    package let additionalCheck: AdditionalCheck?
    /// The title, in a few words without a full stop, for a table or a headline.
    public let title: String
    /// The action that fixes the finding, as an imperative of at most 60 characters without a full stop, for a list of
    /// actions.
    public let action: String
    /// The meaning of the finding, in plain sentences.
    public let meaning: String
    /// The functions that do not work because of the finding, and the systems on which they do not work.
    public let impact: String
    /// The action to take.
    public let remedy: String
    /// The source of the rule: the title of the page, the RFC section, or "observed with swcutil".
    ///
    /// If a rule of the format contains more detail, its identifier follows, as in "rule details.first-match".
    public let source: String

    init(
        name: String, family: Family, fixedBy: Family? = nil, severity: Severity, traits: Set<Trait>,
        preventsCheck: Bool, additionalCheck: AdditionalCheck?, title: String, action: String, meaning: String,
        impact: String, remedy: String, source: String
    ) {
        self.name = name
        self.family = family
        fixer = (fixedBy ?? family).fixer
        addressee = (fixedBy ?? family).addressee
        self.severity = severity
        self.traits = traits
        self.preventsCheck = preventsCheck
        self.additionalCheck = additionalCheck
        self.title = title
        self.action = action
        self.meaning = meaning
        self.impact = impact
        self.remedy = remedy
        self.source = source
    }

    /// The code.
    public var code: FindingCode { FindingCode(self) }
}

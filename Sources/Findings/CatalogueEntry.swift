/// What is known about a finding code, in words for people who did not write the program.
public final class CatalogueEntry: Sendable {
    /// The families of the catalogue, in the order in which causes are looked for.
    public enum Family: String, Sendable, CaseIterable {
        case reachingTheServer = "Reaching the server"
        case tls = "TLS"
        case http = "HTTP"
        case file = "The file"
        case expectations = "Against what is expected"
        case appleCDN = "Apple's copy"
        case entitlements = "What apps list"

        /// Who can usually change what a finding is about, as the beginning of a sentence.
        public var fixer: String {
            switch self {
            case .reachingTheServer: "Whoever runs the web server, its network and firewall, and the domain's DNS"
            case .tls: "Whoever looks after the certificates of the web server, load balancer or CDN"
            case .http: "Whoever configures the web server or the CDN in front of it"
            case .file: "Whoever writes the association file, mostly the app's developers"
            case .expectations: "The app's developers together with the owner of the domain"
            case .appleCDN:
                "Whoever configures the web server or the CDN in front of it; nobody can change Apple's copy directly"
            case .entitlements: "The app's developers"
            }
        }

        /// Its codes, in the order in which causes are looked for.
        ///
        /// The order decides which of two findings is the root cause (``FindingCode/rank``), and in which order reports and
        /// lists name them.
        var codes: [FindingCode] {
            switch self {
            case .reachingTheServer: Catalogue.reachingTheServer
            case .tls: Catalogue.tls
            case .http: Catalogue.httpAnswers + Catalogue.httpBodies
            case .file:
                Catalogue.fileFormat + Catalogue.fileServices + Catalogue.fileApps + Catalogue.fileRules
                    + Catalogue.fileVariables + Catalogue.fileSignature
            case .expectations: Catalogue.expectations
            case .appleCDN: Catalogue.appleCDN
            case .entitlements: Catalogue.entitlements
            }
        }
    }

    /// The code's name.
    let name: String
    /// The family.
    public let family: Family
    /// The family whose people do the work; mostly its own.
    private let fixedBy: Family
    /// The severity unless a check says otherwise.
    public let severity: Severity
    /// Whether a domain with this finding could not be checked, rather than being wrong.
    public let unreachable: Bool
    /// A few words for a table or a headline, without a full stop.
    public let title: String
    /// What it means, in plain sentences.
    public let meaning: String
    /// What does not work because of it, on which systems.
    public let impact: String
    /// What to do.
    public let remedy: String
    /// Where the rule comes from: the title of the page, the RFC section, or "observed with swcutil"; then, where it
    /// says more, the identifier of a rule of the format, as in "rule details.first-match".
    public let source: String

    init(
        name: String, family: Family, fixedBy: Family? = nil, severity: Severity, unreachable: Bool,
        title: String, meaning: String, impact: String, remedy: String, source: String
    ) {
        self.name = name
        self.family = family
        self.fixedBy = fixedBy ?? family
        self.severity = severity
        self.unreachable = unreachable
        self.title = title
        self.meaning = meaning
        self.impact = impact
        self.remedy = remedy
        self.source = source
    }

    /// Who can usually change what it is about, as the beginning of a sentence.
    public var fixer: String { fixedBy.fixer }

    /// The code.
    public var code: FindingCode { FindingCode(self) }
}

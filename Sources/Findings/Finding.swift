package import struct Foundation.Date

/// An observation about a domain that its owner should know: a code, a location, a message, and the action to take.
///
/// `message`, `impact` and `remedy` are complete sentences for a support agent. The ``Catalogue`` contains the default
/// texts of each code; a check can specify more precise ones.
public struct Finding: Hashable, Sendable {
    /// The stable name of the kind of finding.
    public var code: FindingCode
    /// The severity of the finding; by default, the severity of the code.
    public var severity: Severity
    /// The location of the finding.
    public var location: FindingLocation
    /// The observation, in one or two sentences, with the values.
    public var message: String
    /// The functions that do not work because of the finding, and the systems on which they do not work.
    public var impact: String
    /// The action to take.
    public var remedy: String
    /// The values behind the message.
    public var evidence: Evidence
    /// The JSON pointer (RFC 6901) into the file, if the finding is about the file; a long pointer is truncated with an
    /// ellipsis.
    public var pointer: String?
    /// The line in the file, from 1.
    public var line: Int?
    /// The column in the file, from 1, counted in Unicode scalars.
    public var column: Int?
    /// The comparison with earlier runs; `nil` without a history.
    package var state: ChangeKind?
    /// The start of the first run in the uninterrupted sequence with the finding; `nil` without a history.
    package var firstSeen: Date?
    /// The observation of the last run before the finding appeared; `nil` without a history that contains that run.
    package var before: EarlierObservation?
    /// The waiver that covers the finding; `nil` if the finding counts.
    public var waived: Waiver?

    /// Creates a finding; values that are not specified come from the catalogue.
    package init(
        _ code: FindingCode, severity: Severity? = nil, location: FindingLocation, message: String,
        impact: String? = nil, remedy: String? = nil, evidence: Evidence = [:], pointer: String? = nil,
        line: Int? = nil, column: Int? = nil
    ) {
        let entry = Catalogue[code]
        self.code = code
        self.severity = severity ?? entry.severity
        self.location = location
        self.message = message
        self.impact = impact ?? entry.impact
        self.remedy = remedy ?? entry.remedy
        self.evidence = evidence
        self.pointer = pointer
        self.line = line
        self.column = column
    }

    /// Whether the finding is a warning or an error that no waiver covers.
    package var isCounted: Bool { severity > .info && waived == nil }

    /// Whether the finding is an error that no waiver covers.
    package var isUnwaivedError: Bool { severity == .error && waived == nil }
}

/// The location of a finding.
public enum FindingLocation: String, Codable, Sendable, CaseIterable {
    /// `https://DOMAIN/.well-known/apple-app-site-association`.
    case wellKnown
    /// `https://DOMAIN/apple-app-site-association`.
    case root
    /// The copy on Apple's CDN.
    case cdn
    /// A file on disk.
    case file
    /// The domain as a whole, for properties of both locations, such as the name, the addresses and the certificate.
    case domain
}

/// The observation of the last run before a finding appeared.
package struct EarlierObservation: Hashable, Sendable {
    /// The start of that run; `nil` if no earlier run checked the domain.
    package var runAt: Date?
    /// The observation, as a complete sentence that names the run.
    package var text: String

    package init(runAt: Date?, text: String) {
        self.runAt = runAt
        self.text = text
    }
}

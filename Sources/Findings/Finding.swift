public import struct Foundation.Date

/// Something that a domain's owner should know: a code, where it was seen, what was seen, and what to do.
///
/// `message`, `impact` and `remedy` are whole sentences for a support agent. Texts that are the same for every
/// finding of a code come from the ``Catalogue``; a check passes its own where it can be more precise.
public struct Finding: Hashable, Sendable {
    /// The stable name.
    public var code: FindingCode
    /// The severity of the finding; the default of the catalogue unless a check specifies another.
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
    /// The RFC 6901 JSON pointer into the file, where the finding is about the file; a long one is cut, and ends with an ellipsis.
    public var pointer: String?
    /// The line in the file, from 1.
    public var line: Int?
    /// The column in the file, from 1, counted in Unicode scalars.
    public var column: Int?
    /// Whether earlier runs had it; `nil` where no history is kept.
    public var state: ChangeKind?
    /// The start of the first of the unbroken row of runs that saw it; `nil` where no history is kept.
    public var firstSeen: Date?
    /// The observation of the last run before the finding appeared.
    ///
    /// It is `nil` if no history is kept, or if that run is no longer known.
    public var before: EarlierObservation?
    /// The waiver because of which the finding does not count, or `nil` if it counts.
    public var waived: Waiver?

    /// Creates a finding; what is not given comes from the catalogue.
    public init(
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
}

extension Finding {
    /// The evidence of a finding that is behind another one: the code of that one.
    public static let behindKey = "behind"

    /// Whether it was seen behind the root cause, and is what to correct next.
    public var isBehind: Bool { evidence[Self.behindKey] != nil }
}

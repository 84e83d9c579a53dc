public import struct Foundation.Date

/// A certificate as a server sent it.
public struct CertificateFacts: Hashable, Sendable {
    /// The most names of one certificate that are kept.
    public static let nameLimit = 1000
    /// The most bytes of one name that are kept, in UTF-8; “…” replaces the rest.
    public static let textLimit = 1024

    /// The subject's distinguished name (RFC 2253 form, UTF-8).
    public var subject: String
    /// The issuer's distinguished name.
    public var issuer: String
    /// The first moment of validity; `nil` when the field cannot be read.
    public var notBefore: Date?
    /// The last moment of validity; `nil` when the field cannot be read.
    public var notAfter: Date?
    /// The DNS names and IP addresses of the subject alternative name, in order; the first ``nameLimit`` of them.
    public var subjectAltNames: [String]
    /// The number of names and addresses, where ``subjectAltNames`` does not contain all of them; `nil` where it does.
    public var subjectAltNameCount: Int?
    /// Whether the certificate names itself as its issuer, by name and key identifier; its signature is not verified.
    public var isSelfSigned: Bool
    /// The SHA-256 fingerprint of the certificate, in lower-case hexadecimal digits.
    public var sha256: String

    /// Creates facts.
    public init(
        subject: String, issuer: String, notBefore: Date?, notAfter: Date?, subjectAltNames: [String],
        subjectAltNameCount: Int? = nil, isSelfSigned: Bool, sha256: String
    ) {
        self.subject = subject
        self.issuer = issuer
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.subjectAltNames = subjectAltNames
        self.subjectAltNameCount = subjectAltNameCount
        self.isSelfSigned = isSelfSigned
        self.sha256 = sha256
    }

    /// The number of names and addresses, including those that ``subjectAltNames`` leaves out.
    public var nameCount: Int { max(subjectAltNames.count, subjectAltNameCount ?? 0) }
}

/// An error that OpenSSL's verification reported.
public struct VerificationError: Hashable, Sendable {
    /// The `X509_V_ERR_…` number, such as 10 for an expired certificate.
    public var code: Int
    /// Which certificate of the chain: 0 is the server's own.
    public var depth: Int
    /// OpenSSL's text.
    public var text: String

    /// Creates an error.
    public init(code: Int, depth: Int, text: String) {
        self.code = code
        self.depth = depth
        self.text = text
    }
}

/// The status of the server's certificate in a stapled OCSP response (RFC 6961, RFC 8446 section 4.4.2.1).
public enum StapledStatus: String, Hashable, Sendable {
    /// A verified answer says that the certificate is good.
    case good
    /// A verified answer says that the certificate is revoked.
    case revoked
    /// A verified answer does not know the certificate.
    case unknown
    /// Something was stapled that cannot be read, is about another certificate, is out of date or does not verify.
    case unusable
}

/// The facts about a TLS connection, also about one that failed.
public struct TLSFacts: Hashable, Sendable {
    /// The most certificates of one server that are read: real chains have up to six.
    public static let certificateLimit = 16

    /// The protocol version as OpenSSL names it, such as `TLSv1.3`; `nil` when none was agreed.
    public var version: String?
    /// The cipher suite as OpenSSL names it; `nil` when none was agreed.
    public var cipher: String?
    /// Whether the chain leads to a trusted root, with valid dates, and the name matches.
    public var verification: VerificationResult
    /// The first error of the verification of the chain; `nil` when there was none.
    public var verificationError: VerificationError?
    /// Whether the server's certificate was issued for the name that was asked for.
    public var nameVerification: VerificationResult
    /// Whether the server asked for a client certificate.
    public var clientCertificateRequested: Bool
    /// The status in a stapled OCSP response; `nil` when nothing was stapled.
    public var stapledStatus: StapledStatus?
    /// The certificates as the server sent them, its own first; the first ``certificateLimit`` of them.
    public var chain: [CertificateFacts]
    /// The number of certificates that the server sent, where ``chain`` does not contain all of them; `nil` where it does.
    public var certificatesSent: Int?

    /// Creates facts.
    public init(
        version: String? = nil, cipher: String? = nil, verification: VerificationResult = .notMade,
        verificationError: VerificationError? = nil, nameVerification: VerificationResult = .notMade,
        clientCertificateRequested: Bool = false, stapledStatus: StapledStatus? = nil,
        chain: [CertificateFacts] = [], certificatesSent: Int? = nil
    ) {
        self.version = version
        self.cipher = cipher
        self.verification = verification
        self.verificationError = verificationError
        self.nameVerification = nameVerification
        self.clientCertificateRequested = clientCertificateRequested
        self.stapledStatus = stapledStatus
        self.chain = chain
        self.certificatesSent = certificatesSent
    }

    /// The number of certificates that the server sent, including those that ``chain`` leaves out.
    public var sentCount: Int { max(chain.count, certificatesSent ?? 0) }
}

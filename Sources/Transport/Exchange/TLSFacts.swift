public import struct Foundation.Date

/// A certificate as a server sent it.
public struct CertificateFacts: Hashable, Sendable {
    /// The maximum number of names that are kept for one certificate.
    public static let maxNames = 1000
    /// The maximum number of UTF-8 bytes that are kept of one name; “…” replaces the rest.
    public static let maxNameBytes = 1024

    /// The subject's distinguished name (RFC 2253 form, UTF-8).
    public var subject: String
    /// The issuer's distinguished name.
    public var issuer: String
    /// The first moment of validity; `nil` if the field cannot be read.
    public var notBefore: Date?
    /// The last moment of validity; `nil` if the field cannot be read.
    public var notAfter: Date?
    /// The DNS names and IP addresses of the subject alternative name, in order, up to ``maxNames``.
    public var subjectAltNames: [String]
    /// The number of names and addresses in the certificate beyond ``maxNames``.
    public var omittedNameCount: Int
    /// Whether the certificate names itself as its issuer, by name and key identifier; its signature is not verified.
    public var isSelfSigned: Bool
    /// The SHA-256 fingerprint of the certificate, in lower-case hexadecimal digits.
    public var sha256: String

    /// Creates facts.
    public init(
        subject: String, issuer: String, notBefore: Date?, notAfter: Date?, subjectAltNames: [String],
        omittedNameCount: Int = 0, isSelfSigned: Bool, sha256: String
    ) {
        self.subject = subject
        self.issuer = issuer
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.subjectAltNames = subjectAltNames
        self.omittedNameCount = omittedNameCount
        self.isSelfSigned = isSelfSigned
        self.sha256 = sha256
    }

    /// The number of all names and addresses in the certificate.
    public var nameCount: Int { subjectAltNames.count + omittedNameCount }
}

/// An error that OpenSSL's verification reported.
public struct VerificationError: Hashable, Sendable {
    /// The `X509_V_ERR_…` number, such as 10 for an expired certificate.
    public var code: Int
    /// The index of the certificate in the chain; 0 is the server's own.
    public var depth: Int
    /// OpenSSL's message.
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
    /// A verified response confirms that the certificate is good.
    case good
    /// A verified response reports that the certificate is revoked.
    case revoked
    /// A verified response reports that the status of the certificate is unknown.
    case unknown
    /// The stapled response cannot be read, concerns another certificate, is out of date or does not verify.
    case unusable
}

/// The facts about a TLS connection, including one that failed.
public struct TLSFacts: Hashable, Sendable {
    /// The maximum number of certificates that are read from one server; real chains have up to six.
    public static let maxCertificates = 16

    /// The protocol version as OpenSSL names it, such as `TLSv1.3`; `nil` if none was negotiated.
    public var version: String?
    /// The cipher suite as OpenSSL names it; `nil` if none was negotiated.
    public var cipher: String?
    /// The result of verifying that the chain leads to a trusted root, its dates are valid, and the name matches.
    public var verification: VerificationResult
    /// The first error in verifying the chain; `nil` if none.
    public var verificationError: VerificationError?
    /// The result of verifying that the server's certificate was issued for the requested name.
    public var nameVerification: VerificationResult
    /// Whether the server asked for a client certificate.
    public var clientCertificateRequested: Bool
    /// The status in a stapled OCSP response; `nil` if nothing was stapled.
    public var stapledStatus: StapledStatus?
    /// The certificates in the order in which the server sent them, its own first, up to ``maxCertificates``.
    public var chain: [CertificateFacts]
    /// The number of certificates that the server sent beyond ``maxCertificates``.
    public var omittedCertificateCount: Int

    /// Creates facts.
    public init(
        version: String? = nil, cipher: String? = nil, verification: VerificationResult = .notMade,
        verificationError: VerificationError? = nil, nameVerification: VerificationResult = .notMade,
        clientCertificateRequested: Bool = false, stapledStatus: StapledStatus? = nil,
        chain: [CertificateFacts] = [], omittedCertificateCount: Int = 0
    ) {
        self.version = version
        self.cipher = cipher
        self.verification = verification
        self.verificationError = verificationError
        self.nameVerification = nameVerification
        self.clientCertificateRequested = clientCertificateRequested
        self.stapledStatus = stapledStatus
        self.chain = chain
        self.omittedCertificateCount = omittedCertificateCount
    }

    /// The number of all certificates that the server sent.
    public var certificateCount: Int { chain.count + omittedCertificateCount }
}

/// The result of verifying one property of a server's certificate.
public enum VerificationResult: Hashable, Sendable {
    /// The verification succeeded.
    case passed
    /// The verification failed.
    case failed
    /// The handshake ended before the verification.
    case notMade

    /// Creates a result from whether the verification passed; `nil` if nothing was verified.
    public init(passed: Bool?) { self = passed.map { $0 ? .passed : .failed } ?? .notMade }

    /// The result in JSON.
    public var json: Bool? {
        switch self {
        case .passed: true
        case .failed: false
        case .notMade: nil
        }
    }
}

/// The certificate that a server presents.
///
/// | case | what a client sees |
/// | --- | --- |
/// | `good` | valid for 90 days, issued by the intermediate, which is sent |
/// | `goodWithRoot` | the same, and the trusted root is sent too |
/// | `goodMisordered` | the same, after unrelated certificates |
/// | `issuedByRoot` | issued by the root itself, so nothing else is sent |
/// | `names([…])` | good, for these names instead of the host's |
/// | `expiring(days:)` | good, ends after the given number of days (and an hour) |
/// | `expired(days:)` | ended the given number of days ago: `X509_V_ERR_CERT_HAS_EXPIRED` |
/// | `notYetValid` | begins tomorrow |
/// | `wrongName` | good, for `wrong.invalid` |
/// | `noNames` | good, the host is only in the common name |
/// | `selfSigned` | self-signed, with the correct name |
/// | `untrustedRootSent` | a complete chain up to a root that is not trusted |
/// | `untrustedRootNotSent` | the same without that root |
/// | `missingIntermediate` | good, sent alone |
/// | `weakKey` | RSA with 1024 bits |
/// | `weakSignature` | signed with SHA-1 |
/// | `manyNames(n)` | good, with the given number of further names: 1000 take about 30 kB on the wire |
/// | `manySent(n)` | good, followed by the given number of unrelated self-signed certificates |
/// | `hostileSubject` | good for the host; the rest of its texts attack terminals, HTML, CSV and C strings |
/// | `hostileSelfSigned` | self-signed with the same texts, which are therefore also in the issuer |
/// | `stapled(…)` | good, with an OCSP answer: see ``Staple`` |
/// | `profile(…)` | anything, issued by the intermediate |
public enum ServerCertificate: Hashable, Sendable {
    case good
    case goodWithRoot
    case goodMisordered
    case issuedByRoot
    case names([String])
    case expiring(days: Int)
    case expired(days: Int)
    case notYetValid
    case wrongName
    case noNames
    case selfSigned
    case untrustedRootSent
    case untrustedRootNotSent
    case missingIntermediate
    case weakKey
    case weakSignature
    case manyNames(Int)
    case manySent(Int)
    case hostileSubject
    case hostileSelfSigned
    case stapled(Staple)
    case profile(CertificateProfile)

    /// A certificate that ended a month ago.
    public static let expired = ServerCertificate.expired(days: 30)

    enum Signer { case intermediate, root, stranger, itself }

    enum SentAlong {
        case intermediate, intermediateAndRoot, stranger, strangerAndRoot, unrelated, nothing
        case intermediateAndStrangers(Int)
    }

    var signer: Signer {
        switch self {
        case .selfSigned, .hostileSelfSigned: .itself
        case .untrustedRootSent, .untrustedRootNotSent: .stranger
        case .issuedByRoot: .root
        default: .intermediate
        }
    }

    var sentAlong: SentAlong {
        switch self {
        case .selfSigned, .hostileSelfSigned, .missingIntermediate, .issuedByRoot: .nothing
        case .untrustedRootSent: .strangerAndRoot
        case .untrustedRootNotSent: .stranger
        case .goodWithRoot: .intermediateAndRoot
        case .goodMisordered: .unrelated
        case .manySent(let count): .intermediateAndStrangers(count)
        default: .intermediate
        }
    }

    var staple: Staple? {
        if case .stapled(let staple) = self { staple } else { nil }
    }

    /// Returns the content of the certificate for a client that asks for `host`.
    func profile(for host: String) -> CertificateProfile {
        var profile = CertificateProfile.server(host)
        switch self {
        case .good, .goodWithRoot, .goodMisordered, .issuedByRoot, .selfSigned, .untrustedRootSent,
            .untrustedRootNotSent, .missingIntermediate, .manySent, .stapled:
            break
        case .names(let names):
            profile.commonName = names.first ?? host
            profile.names = names.map { .dns($0) }
        case .expiring(let days): profile.endsIn = days * 86_400 + 3600
        case .expired(let days): (profile.startsIn, profile.endsIn) = (-(days + 90) * 86_400, -days * 86_400)
        case .notYetValid: profile.startsIn = 86_400
        case .wrongName: profile = .server("wrong.invalid")
        case .noNames: profile.names = []
        case .weakKey: profile.key = .rsa(bits: 1024)
        case .weakSignature: profile.digest = .sha1
        case .manyNames(let count): profile.names += (0..<count).map { .dns("name-\($0).san.\(host)") }
        case .hostileSubject, .hostileSelfSigned:
            profile.commonName = HostileText.all.joined(separator: " ")
            profile.organisation = HostileText.formula
            profile.names +=
                HostileText.all.map { .dns($0) } + [.dns([0x66, 0xFF, 0xFE, 0x80, 0x67]), .uri("data:,x")]
        case .profile(let given): profile = given
        }
        return profile
    }
}

/// An error that prevents the creation of a transport; its cause is always on this machine, never a website.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libcurl is older than the minimum supported version.
    case libcurlTooOld(found: String)
    /// libcurl was built with a TLS library other than OpenSSL.
    case libcurlWithoutOpenSSL(found: String)
    /// The trust anchors cannot be read.
    case certificateAuthorities(path: String, reason: String)
    /// No file of trust anchors was found on this system.
    case noCertificateAuthorities(tried: [String])
    /// A name server, a proxy or another setting cannot be used.
    case setting(String)
    /// A library could not be started, for example because memory ran out.
    case library(String)

    /// A description of the problem, the expected state and the remedy.
    public var description: String {
        switch self {
        case .libcurlTooOld(let found):
            "libcurl \(found) is too old: 7.88 or newer is needed. "
                + "Install it with `apt-get install libcurl4-openssl-dev` (Debian) or `brew install curl` (macOS)."
        case .libcurlWithoutOpenSSL(let found):
            "libcurl was built on \(found), but certificates are looked at through OpenSSL. "
                + "Install the OpenSSL build with `apt-get install libcurl4-openssl-dev` (Debian) "
                + "or `brew install curl openssl@3` (macOS)."
        case .certificateAuthorities(let path, let reason):
            "the trust anchors in \(path) cannot be used: \(reason). Expected a file of PEM certificates."
        case .noCertificateAuthorities(let tried):
            "no file of trusted root certificates was found (looked at \(tried.joined(separator: ", "))). "
                + "Install `ca-certificates`, or name a file with --cacert."
        case .setting(let reason): reason
        case .library(let reason): reason
        }
    }
}

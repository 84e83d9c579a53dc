import CAres
import CCurl
import COpenSSL

/// The versions of the libraries that this process uses, which can be newer than those it was built with.
package struct LibraryVersions: Sendable {
    package let libcurl: String
    /// The TLS library that libcurl uses, as libcurl reports it, such as `OpenSSL/3.0.19`.
    package let libcurlTLS: String
    /// The OpenSSL version that is used to inspect certificates, such as `3.0.19`.
    package let openSSL: String
    package let cAres: String
    /// `nil` if libcurl does not support HTTP/2.
    package let nghttp2: String?
    /// The content codings that libcurl can decode, as a value of `Accept-Encoding`.
    let acceptEncoding: String
    private let libcurlVersionNumber: UInt32

    package static let current = LibraryVersions()

    private init() {
        let info = aasa_curl_version_info()?.pointee
        func string(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        libcurl = string(info?.version)
        libcurlTLS = string(info?.ssl_version)
        openSSL = string(OpenSSL_version(OPENSSL_VERSION_STRING))
        cAres = string(ares_version(nil))
        nghttp2 = info?.nghttp2_version.map { String(cString: $0) }
        libcurlVersionNumber = info?.version_num ?? 0
        var codings: [String] = []
        if info?.libz_version != nil { codings = ["gzip", "deflate"] }
        if info?.brotli_version != nil { codings.append("br") }
        acceptEncoding = codings.joined(separator: ", ")
    }

    /// Whether libcurl accepts a socket that is already connected (`CURL_SOCKOPT_ALREADY_CONNECTED`).
    ///
    /// Version 7.88, the only supported one that does not, calls `connect` again, which succeeds once on Linux.
    var acceptsConnectedSockets: Bool { libcurlVersionNumber >= 0x080000 }

    /// Fails if libcurl is too old, or was built with a TLS library other than OpenSSL.
    func check() throws(TransportError) {
        guard libcurlVersionNumber >= 0x075800 else {
            throw .library(
                "libcurl \(libcurl) is too old: 7.88 or newer is needed. Install it with "
                    + "`apt-get install libcurl4-openssl-dev` (Debian) or `brew install curl` (macOS).")
        }
        // A build with several TLS libraries names them all, the inactive ones in parentheses.
        guard libcurlTLS.hasPrefix("OpenSSL/") || libcurlTLS.contains(" OpenSSL/") else {
            throw .library(
                "libcurl was built on \(libcurlTLS.isEmpty ? "no TLS library" : libcurlTLS), but certificates are "
                    + "inspected with OpenSSL. Install the OpenSSL build with `apt-get install "
                    + "libcurl4-openssl-dev` (Debian) or `brew install curl openssl@3` (macOS).")
        }
    }
}

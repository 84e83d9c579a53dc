import CAres
import CCurl
import COpenSSL

/// The versions of the libraries that this process runs on, which may be newer than those it was built with.
public struct LibraryVersions: Hashable, Sendable {
    /// libcurl, such as `7.88.1`.
    public var libcurl: String
    /// The TLS library of libcurl as it names itself, such as `OpenSSL/3.0.19`.
    public var libcurlTLS: String
    /// The OpenSSL that certificates are looked at with, such as `3.0.19`.
    public var openSSL: String
    /// c-ares, such as `1.18.1`.
    public var cAres: String
    /// nghttp2, such as `1.52.0`; `nil` when libcurl has no HTTP/2.
    public var nghttp2: String?
    /// The content codings that libcurl can undo, in the order in which they are asked for.
    public var contentCodings: [String]

    /// The same as the value of `Accept-Encoding`.
    let acceptEncoding: String
    private var libcurlNumber: UInt32

    /// The versions of this process.
    public static let current = LibraryVersions()

    private init() {
        // libcurl never returns NULL here; a library that did would have no version to name.
        let info = aasa_curl_version_info()?.pointee
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        libcurl = text(info?.version)
        libcurlTLS = text(info?.ssl_version)
        openSSL = text(OpenSSL_version(OPENSSL_VERSION_STRING))
        cAres = text(ares_version(nil))
        nghttp2 = info?.nghttp2_version.map { String(cString: $0) }
        libcurlNumber = info?.version_num ?? 0
        var codings: [String] = []
        if info?.libz_version != nil { codings = ["gzip", "deflate"] }
        if info?.brotli_version != nil { codings.append("br") }
        contentCodings = codings
        acceptEncoding = codings.joined(separator: ", ")
    }

    /// Whether libcurl takes a connected socket for one (`CURL_SOCKOPT_ALREADY_CONNECTED`).
    ///
    /// Version 7.88 connects it once more, which is right at the first time: Linux then reports that the connection is established.
    var takesConnectedSockets: Bool { libcurlNumber >= 0x080000 }

    /// Throws when libcurl is too old, or not built on OpenSSL.
    func check() throws(TransportError) {
        guard libcurlNumber >= 0x075800 else { throw .libcurlTooOld(found: libcurl) }
        // A build with several TLS libraries names them all, the inactive ones in parentheses.
        guard libcurlTLS.hasPrefix("OpenSSL/") || libcurlTLS.contains(" OpenSSL/") else {
            throw .libcurlWithoutOpenSSL(found: libcurlTLS.isEmpty ? "no TLS library" : libcurlTLS)
        }
    }
}

import Audit
import Transport

package enum ToolVersion {
    package static let tool = "0.1.0"

    /// The version of the compiler, which Swift does not provide at run time.
    private static let swift: String = {
        #if compiler(>=6.4)
            "6.4 or newer"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }()

    /// The versions of the tool and its libraries, one per line, for `--version`.
    package static var listing: String {
        let libraries = LibraryVersions.current
        return [
            "aasa-audit \(tool)",
            "rules      \(Judge.rulesVersion)",
            "libcurl    \(libraries.libcurl) (\(libraries.libcurlTLS))",
            "OpenSSL    \(libraries.openSSL)",
            "c-ares     \(libraries.cAres)",
            "nghttp2    \(libraries.nghttp2 ?? "none: libcurl was built without HTTP/2")",
            "libidn2    \(InternationalName.libraryVersion)",
            "Swift      \(swift)",
        ].joined(separator: "\n")
    }
}

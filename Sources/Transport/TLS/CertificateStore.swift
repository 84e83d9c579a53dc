import COpenSSL
import Platform

/// The trust anchors of a process: one `X509_STORE`, loaded once and used by every connection.
///
/// Otherwise libcurl would read the system's bundle for every connection (measured: 40 ms of CPU each), because
/// distributions compile in a certificate directory, which disables libcurl's own cache.
public final class CertificateStore: Sendable {
    /// The underlying store.
    ///
    /// Unsafe only in name: an X509_STORE has its own lock, is only read after `init`, and lives as long as `self`
    /// (every user retains it with `SSL_CTX_set1_cert_store`).
    nonisolated(unsafe) package let pointer: OpaquePointer
    /// The file that the anchors came from.
    public let path: String

    /// Loads the anchors of `file`, or else of `SSL_CERT_FILE`, `defaultFile` or the system; throws if there are none.
    public init(file: String?, environment: [String: String], defaultFile: String?) throws(TransportError) {
        path = try Self.find(file: file, environment: environment, defaultFile: defaultFile)
        guard let store = X509_STORE_new() else { throw .library("OpenSSL could not make a certificate store") }
        pointer = store
        try Self.load(path, into: store)
        // As in curl, any certificate in the store is an anchor, even an intermediate.
        X509_STORE_set_flags(store, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    }

    deinit { X509_STORE_free(pointer) }

    private static func find(
        file: String?, environment: [String: String], defaultFile: String?
    ) throws(TransportError) -> String {
        if let file { return file }
        if let file = environment["SSL_CERT_FILE"], !file.isEmpty { return file }
        let candidates = [
            defaultFile, "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
            "/opt/homebrew/etc/ca-certificates/cert.pem", "/usr/local/etc/ca-certificates/cert.pem",
        ].compactMap(\.self)
        guard let found = candidates.first(where: { access($0, R_OK) == 0 }) else {
            throw .library(
                "no file of trusted root certificates was found (searched: \(candidates.joined(separator: ", "))). "
                    + "Install `ca-certificates`, or name a file with --cacert.")
        }
        return found
    }

    private static func load(_ path: String, into store: OpaquePointer) throws(TransportError) {
        guard access(path, R_OK) == 0 else { throw unusable(path, systemError()) }
        guard let lookup = X509_STORE_add_lookup(store, X509_LOOKUP_file()) else {
            throw .library("OpenSSL could not read certificates from files")
        }
        ERR_clear_error()
        guard X509_load_cert_crl_file(lookup, path, X509_FILETYPE_PEM) > 0 else {
            throw unusable(path, OpenSSLErrors.take().last ?? "there is no certificate in it")
        }
        ERR_clear_error()
    }

    private static func unusable(_ path: String, _ reason: String) -> TransportError {
        .certificateAuthorities(
            "the trust anchors in \(path) cannot be used: \(reason). Expected a file of PEM certificates.")
    }
}

package enum OpenSSLErrors {
    /// Removes the messages from OpenSSL's queue for this thread, and returns them, oldest first.
    package static func take() -> [String] {
        var messages: [String] = []
        while case let code = ERR_get_error(), code != 0 {
            if let reason = ERR_reason_error_string(code) { messages.append(String(cString: reason)) }
        }
        return messages
    }
}

import COpenSSL
import Foundation
import TestSupport

@testable import Transport

/// All observations of a client about a server with a chain.
struct ClientSight: Equatable {
    /// For each certificate, the reason why it cannot be read, or its key and the other facts in a report.
    var certificates: [String] = []
    /// The results of verification without a handshake: all errors in order, and whether it succeeds.
    var verification: [String] = []
    /// The results of handshakes with TLS 1.2 and with 1.3.
    var handshakes: [String] = []

    var verdict: String { verification.first ?? "unreadable" }

    init(_ chain: RandomChains.Chain, folder: String) throws {
        ERR_clear_error()
        var read: [OpaquePointer] = []
        defer { for certificate in read { X509_free(certificate) } }
        for bytes in chain.sent {
            guard let certificate = Self.certificate(bytes) else {
                certificates.append(OpenSSLErrors.take().last ?? "unreadable")
                continue
            }
            read.append(certificate)
            let key = X509_get0_pubkey(certificate).map {
                [EVP_PKEY_get_bits($0), EVP_PKEY_get_security_bits($0)]
            }
            certificates.append("key \(key ?? []), \(CertificateReader.facts(of: certificate))")
            ERR_clear_error()
        }
        guard read.count == chain.sent.count else { return }
        let path = "\(folder)/anchors.pem"
        let pem = chain.anchors.map {
            let text = Data($0).base64EncodedString(options: .lineLength64Characters)
            return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
        }
        try Data(pem.joined().utf8).write(to: URL(filePath: path))
        let store: CertificateStore
        do {
            store = try CertificateStore(file: path, environment: [:], defaultFile: nil)
        } catch {
            verification = ["anchors: \(error)"]
            return
        }
        verification = Self.verify(read, store)
        for version in [TLS1_2_VERSION, TLS1_3_VERSION] {
            for enforces in [true, false] {
                handshakes.append(Self.shakeHands(read, chain.key, store, version, enforces))
            }
        }
    }

    private static func certificate(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return d2i_X509(nil, &place, buffer.count)
        }
    }

    private final class Errors { var seen: [String] = [] }

    private static func verify(_ certificates: [OpaquePointer], _ store: CertificateStore) -> [String] {
        let sent = aasa_sk_X509_new()
        defer { aasa_sk_X509_free(sent) }
        for certificate in certificates { _ = aasa_sk_X509_push(sent, certificate) }
        let context = X509_STORE_CTX_new()
        defer { X509_STORE_CTX_free(context) }
        X509_STORE_CTX_init(context, store.pointer, certificates[0], sent)
        X509_STORE_CTX_set_default(context, "ssl_server")
        // The security level of Debian's configuration for TLS.
        X509_VERIFY_PARAM_set_auth_level(X509_STORE_CTX_get0_param(context), 2)
        let errors = Errors()
        return withExtendedLifetime(errors) {
            X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(errors).toOpaque())
            // Verification continues after errors, so that all of them are recorded.
            X509_STORE_CTX_set_verify_cb(context) { accepted, context in
                if accepted == 0, let context, let data = X509_STORE_CTX_get_ex_data(context, 0) {
                    let code = X509_STORE_CTX_get_error(context)
                    let text = "\(code) at \(X509_STORE_CTX_get_error_depth(context))"
                    Unmanaged<Errors>.fromOpaque(data).takeUnretainedValue().seen.append(text)
                }
                return 1
            }
            let result = X509_verify_cert(context)
            ERR_clear_error()
            let first = errors.seen.first.map { "error \($0.prefix { $0 != " " })" }
            return [first ?? (result == 1 ? "passed" : "failed")] + errors.seen
        }
    }

    private static func shakeHands(
        _ certificates: [OpaquePointer], _ key: RandomChains.ServerKey, _ store: CertificateStore, _ version: Int32,
        _ enforces: Bool
    ) -> String {
        guard let serverContext = SSL_CTX_new(TLS_server_method()), let context = SSL_CTX_new(TLS_client_method())
        else {
            return "no context"
        }
        defer {
            SSL_CTX_free(serverContext)
            SSL_CTX_free(context)
        }
        SSL_CTX_set_security_level(serverContext, 0)
        guard SSL_CTX_use_certificate(serverContext, certificates[0]) == 1,
            SSL_CTX_use_PrivateKey(serverContext, key.pointer) == 1
        else {
            ERR_clear_error()
            return "the server does not take it"
        }
        for certificate in certificates.dropFirst() { _ = aasa_SSL_CTX_add1_chain_cert(serverContext, certificate) }
        _ = aasa_SSL_CTX_set_max_version(context, version)
        let recorder = HandshakeRecorder(
            host: RandomChains.host, known: KnownCertificates(), enforcesVerification: enforces)
        guard recorder.install(on: context, store: store), let client = SSL_new(context),
            let server = SSL_new(serverContext)
        else { return "no connection" }
        defer {
            SSL_free(client)
            SSL_free(server)
        }
        var clientEnd: OpaquePointer?
        var serverEnd: OpaquePointer?
        guard BIO_new_bio_pair(&clientEnd, 1 << 18, &serverEnd, 1 << 18) == 1 else { return "no pipe" }
        SSL_set_bio(client, clientEnd, clientEnd)
        SSL_set_bio(server, serverEnd, serverEnd)
        SSL_set_connect_state(client)
        SSL_set_accept_state(server)
        var failure: String?
        for _ in 0..<20 where SSL_is_init_finished(client) == 0 && failure == nil {
            ERR_clear_error()
            let result = SSL_do_handshake(client)
            if result == 1 { recorder.recordCompletion(of: client) }
            if result != 1, SSL_get_error(client, result) == SSL_ERROR_SSL {
                // The first error in the queue, which libcurl reports.
                failure = ERR_reason_error_string(ERR_get_error()).map { String(cString: $0) } ?? "no reason"
            }
            ERR_clear_error()
            let answer = SSL_do_handshake(server)
            if answer != 1, SSL_get_error(server, answer) == SSL_ERROR_SSL, failure == nil {
                failure = "the server ended it: \(OpenSSLErrors.take().last ?? "")"
            }
        }
        ERR_clear_error()
        return "\(failure ?? "done") \(SSL_get_verify_result(client)) \(recorder.facts())"
    }
}

import COpenSSL
import Foundation
import TestSupport
import Testing

@testable import Transport

/// OpenSSL with its own key methods in an engine, which skip the arithmetic for known signatures: results and messages
/// are the same as with its providers.
@Suite(.inTurn(minutes: 5)) struct KeyMethodsTests {
    // The tests run in separate processes, because they change the behaviour of a whole process.

    @Test func everyChainIsVerifiedTheSame() async {
        await #expect(processExitsWith: .success) { try await compareChains() }
    }

    @Test func aSignatureThatIsKnownLetsNoOtherPass() async {
        await #expect(processExitsWith: .success) { try compareSignatures() }
    }

    /// The methods are in use, because a wrong signature that is marked as known is accepted.
    @Test(.enabled(if: KeyMethods.register(), "this OpenSSL has no engines"))
    func aSignatureThatIsKnownIsNotComputedAgain() throws {
        var wrong = try Signature()
        wrong.digest[0] ^= 1
        #expect(wrong.answer() == 0)
        for _ in 1...2 { _ = wrong.verify(with: KeyMethods.verified, computed: 1) }
        #expect(wrong.answer() == 1)
    }

    @Test func oneSignatureIsNotTakenForAnother() throws {
        let known = VerifiedSignatures()
        let right = try Signature()
        // The signature is computed until it was correct twice, and then no longer.
        for _ in 1...3 { #expect(right.verify(with: known, computed: 0) == 0) }
        for _ in 1...2 { #expect(right.verify(with: known, computed: 1) == 1) }
        #expect(right.verify(with: known, computed: 0) == 1)
        var moved = right
        moved.signature.append(moved.digest.removeFirst())
        #expect(moved.verify(with: known, computed: 0) == 0)
        var foreign = right
        foreign.key = try Signature().key
        #expect(foreign.verify(with: known, computed: 0) == 0)
        #expect(right.verify(with: known, computed: 0) == 1)
    }
}

/// Compares what a client learns of random chains.
///
/// TEST_CHAINS is the number of chains for longer runs.
private func compareChains() async throws {
    let count = ProcessInfo.processInfo.environment["TEST_CHAINS"].flatMap { Int($0) } ?? 100
    let seed = UInt64.random(in: 0...UInt64.max)
    var chains = try await RandomChains(seed: seed)
    var verdicts: [String: Int] = [:]
    var handshakes = 0
    try await withTemporaryDirectory { folder in
        for number in 0..<count {
            let chain = try chains.next()
            // The second chain has the signatures of the first one, with at most one changed.
            for chain in [chain, chains.damaged(chain)] {
                let expected = try ClientSight(chain, folder: folder)
                KeyMethods.register()
                // The second time, all signatures are known.
                for time in 1...2 {
                    let seen = try ClientSight(chain, folder: folder)
                    #expect(seen == expected, "seed \(seed), chain \(number), time \(time): \(chain.recipe)")
                }
                useProviders()
                verdicts[expected.verdict, default: 0] += 1
                handshakes += expected.handshakes.count { $0.hasPrefix("done") }
            }
        }
    }
    // The chains must include valid ones and many kinds of invalid ones.
    #expect(verdicts["passed", default: 0] > count / 20)
    #expect(verdicts.count > 8, "\(verdicts)")
    #expect(handshakes > count / 5, "\(handshakes) of \(count * 2 * 4) handshakes were completed")
}

/// Compares the results for signatures with one wrong bit, while the correct signature is known.
private func compareSignatures() throws {
    let right = try Signature()
    KeyMethods.register()
    // The signature is known from the second time on.
    for _ in 1...2 { #expect(right.answer() == 1) }
    for part in [\Signature.key, \.signature, \.digest] {
        for bit in 0..<right[keyPath: part].count * 8 {
            var wrong = right
            wrong[keyPath: part][bit / 8] ^= 1 << (bit % 8)
            useProviders()
            let expected = wrong.answer()
            KeyMethods.register()
            #expect(wrong.answer() == expected, "bit \(bit) of \(part)")
        }
    }
    #expect(right.answer() == 1)
}

/// A signature with an EC key, and the data to verify it.
private struct Signature {
    /// The public key in DER.
    var key: [UInt8]
    var signature: [UInt8]
    var digest: [UInt8]

    /// Creates a correct signature with a new key.
    init() throws {
        let pair = try #require(aasa_EC_gen(NID_X9_62_prime256v1))
        defer { EVP_PKEY_free(pair) }
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_PUBKEY(pair, &encoded)
        defer { aasa_OPENSSL_free(encoded) }
        key = Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
        digest = (0..<32).map { _ in .random(in: 0...255) }
        let context = EVP_PKEY_CTX_new(pair, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var length = 128
        signature = [UInt8](repeating: 0, count: length)
        #expect(EVP_PKEY_sign_init(context) == 1)
        #expect(EVP_PKEY_sign(context, &signature, &length, digest, digest.count) == 1)
        signature.removeLast(signature.count - length)
    }

    /// Returns the result of the verification if its computation returns `computed`; `nil` if the key cannot be read.
    func verify(with known: VerifiedSignatures, computed: Int32) -> Int32? {
        withKey { key in
            signature.withUnsafeBufferPointer { signature in
                digest.withUnsafeBufferPointer { known.verify(signature, of: key, over: $0) { computed } }
            }
        }
    }

    /// Returns the result of OpenSSL: 1 if the signature is right; `nil` if the key cannot be read.
    func answer() -> Int32? {
        withKey { key in
            let context = EVP_PKEY_CTX_new(key, nil)
            defer {
                EVP_PKEY_CTX_free(context)
                ERR_clear_error()
            }
            guard EVP_PKEY_verify_init(context) == 1 else { return nil }
            return EVP_PKEY_verify(context, signature, signature.count, digest, digest.count)
        }
    }

    private func withKey<Result>(_ body: (OpaquePointer) -> Result?) -> Result? {
        let read = key.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return d2i_PUBKEY(nil, &place, buffer.count)
        }
        defer { EVP_PKEY_free(read) }
        guard let read else {
            ERR_clear_error()
            return nil
        }
        return body(read)
    }
}

/// Makes OpenSSL use its providers, which is its default.
private func useProviders() {
    if let engine = KeyMethods.engine { aasa_key_engine_unregister(engine) }
}

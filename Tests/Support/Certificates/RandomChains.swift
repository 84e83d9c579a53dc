import COpenSSL
import Platform

/// Random certificate chains of servers: valid ones, and ones that are broken in various ways.
///
/// The same seed produces the same recipes; keys and serial numbers differ in each run.
public struct RandomChains {
    /// The certificates that a server sends, and the anchors that its client trusts.
    public struct Chain: Sendable {
        /// The certificates in DER, the server's own first.
        public var sent: [[UInt8]]
        /// The trust anchors in DER.
        public var anchors: [[UInt8]]
        /// The key of the server, which may not match its certificate.
        public var key: ServerKey
        /// The changes that were made to the chain.
        public var recipe: String
    }

    /// A key with the name of its kind.
    public struct ServerKey: Sendable {
        /// The object that retains the `EVP_PKEY`.
        let kept: PrivateKey
        let kind: String
        /// The `EVP_PKEY`; valid for the lifetime of this value.
        public var pointer: OpaquePointer { kept.pointer }
    }

    /// The draft of one certificate before it is signed.
    private struct Draft {
        var subject: String
        var key: ServerKey
        var issuer: String
        var signer: ServerKey
        var digest: String
        var days = -10...365
        var version = 2
        var extensions: [(kind: Int32, value: String)]
    }

    /// The name for which all chains are issued.
    public static let host = "host.test"

    private static let kinds: [(name: String, options: [String])] =
        ["P-256", "P-384", "P-521", "brainpoolP256r1", "secp256k1"].map {
            ($0, ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\($0)"])
        } + [
            (
                "explicit",
                ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt", "ec_param_enc:explicit"]
            )
        ]
        + [1024, 2048, 3072].map { ("RSA \($0)", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\($0)"]) }
        + [
            ("RSA e=3", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_pubexp:3"])
        ] + ["RSA-PSS", "SM2", "ED25519", "ED448"].map { ($0, ["-algorithm", $0]) }
    /// The key types of real servers.
    private static let usual = ["P-256", "P-384", "RSA 2048", "RSA 3072"]

    private var random: SeededGenerator
    private var keys: [String: [ServerKey]] = [:]

    /// Creates the keys for chains.
    public init(seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        for (name, options) in Self.kinds {
            for _ in 0..<3 {
                let made = try await runProgram(
                    "/usr/bin/env", ["openssl", "genpkey", "-quiet"] + options,
                    environment: ["PATH": "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin"])
                keys[name, default: []].append(ServerKey(kept: try PrivateKey(pem: made.output), kind: name))
            }
        }
    }

    /// Returns another chain.
    public mutating func next() throws -> Chain {
        var done: [String] = []
        var drafts = draftChain()
        done.append(drafts.map { "\($0.key.kind)/\($0.digest)" }.joined(separator: " < "))
        for _ in 0..<one(of: [0, 1, 1, 2, 3]) { done.append(breakOne(of: &drafts)) }
        var sent = try drafts.map { try Self.make($0) }
        var anchors = [sent.removeLast()]
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            sent.shuffleTail(using: &random)
            done.append("other order")
        case 1 where sent.count > 1:
            sent.remove(at: Int.random(in: 1..<sent.count, using: &random))
            done.append("one left out")
        case 2:
            sent.append(one(of: sent))
            done.append("one twice")
        case 3:
            sent += anchors
            done.append("anchor sent")
        case 4:
            anchors = try [Self.make(stranger())]
            done.append("another anchor")
        case 5 where sent.count > 1:
            anchors = [sent[Int.random(in: 1..<sent.count, using: &random)]]
            done.append("an intermediate is the anchor")
        case 6:
            sent.insert(try Self.make(twin(of: drafts)), at: Int.random(in: 1...sent.count, using: &random))
            done.append("same name, another key")
        case 7:
            sent.insert(try Self.make(crossSigned(drafts)), at: Int.random(in: 1...sent.count, using: &random))
            done.append("cross-signed by a stranger")
        case 8:
            sent.append(try Self.make(stranger()))
            done.append("a stranger")
        default: break
        }
        return Chain(sent: sent, anchors: anchors, key: drafts[0].key, recipe: done.joined(separator: "; "))
    }

    /// Returns the chain with one bit changed in a random position: in a key, a signature, a name or the structure.
    public mutating func damaged(_ chain: Chain) -> Chain {
        let level = Int.random(in: 0..<chain.sent.count, using: &random)
        let place = Int.random(in: 0..<chain.sent[level].count, using: &random)
        let bit = Int.random(in: 0..<8, using: &random)
        var damaged = chain
        damaged.sent[level][place] ^= 1 << bit
        damaged.recipe += "; bit \(bit) changed in byte \(place) of certificate \(level)"
        return damaged
    }

    // MARK: Recipes

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    /// Returns one of several elements; there must be at least one.
    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func key() -> ServerKey {
        let kind = chance(4) ? one(of: Self.kinds).name : one(of: Self.usual)
        return one(of: keys[kind, default: []])  // `init` made three of each kind
    }

    /// Returns a valid chain, the server's own certificate first and the root last.
    private mutating func draftChain() -> [Draft] {
        let depth = Int.random(in: 1...4, using: &random)
        let own = (0...depth).map { _ in key() }
        return (0...depth).map { level in
            let above = min(level + 1, depth)
            let extensions: [(Int32, String)] =
                level == 0
                ? [
                    (NID_basic_constraints, "critical,CA:FALSE"), (NID_subject_alt_name, "DNS:\(Self.host)"),
                    (NID_key_usage, "critical,digitalSignature,keyEncipherment"), (NID_ext_key_usage, "serverAuth"),
                ] : [(NID_basic_constraints, "critical,CA:TRUE"), (NID_key_usage, "critical,keyCertSign,cRLSign")]
            return Draft(
                subject: level == 0 ? Self.host : "Authority \(level)", key: own[level], issuer: "Authority \(above)",
                signer: own[above], digest: chance(12) ? "SHA1" : one(of: ["SHA256", "SHA384"]),
                extensions: extensions)
        }
    }

    /// Breaks one certificate of the chain, and returns a description.
    private mutating func breakOne(of drafts: inout [Draft]) -> String {
        let level = Int.random(in: 0..<drafts.count, using: &random)
        func replace(_ kind: Int32, _ value: String?) {
            drafts[level].extensions.removeAll { $0.kind == kind }
            if let value { drafts[level].extensions.append((kind, value)) }
        }
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            drafts[level].days = -20 ... -10
            return "\(level) expired"
        case 1:
            drafts[level].days = 10...20
            return "\(level) not yet valid"
        case 2:
            replace(NID_basic_constraints, "critical,CA:FALSE")
            return "\(level) no authority"
        case 3:
            replace(NID_basic_constraints, nil)
            return "\(level) without basic constraints"
        case 4:
            replace(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
            return "\(level) path length 0"
        case 5:
            replace(NID_key_usage, "critical,digitalSignature")
            return "\(level) may not sign certificates"
        case 6:
            replace(NID_name_constraints, "critical,excluded;DNS:test")
            return "\(level) excludes the name"
        case 7:
            replace(NID_name_constraints, "critical,permitted;DNS:example.com")
            return "\(level) permits other names"
        case 8:
            replace(NID_ext_key_usage, "clientAuth")
            return "\(level) for clients"
        case 9:
            replace(NID_inhibit_any_policy, "critical,0")
            replace(NID_policy_constraints, "critical,requireExplicitPolicy:0")
            return "\(level) wants a policy"
        case 10:
            drafts[level].signer = key()
            return "\(level) signed with another key"
        default:
            drafts[level].version = 0
            drafts[level].extensions = []
            return "\(level) of version 1"
        }
    }

    private mutating func stranger() -> Draft {
        let own = key()
        return Draft(
            subject: "Stranger", key: own, issuer: "Stranger", signer: own, digest: "SHA256",
            extensions: [(NID_basic_constraints, "critical,CA:TRUE")])
    }

    /// Returns a copy of an authority of the chain, with a key that has not signed anything.
    private mutating func twin(of drafts: [Draft]) -> Draft {
        var twin = drafts[Int.random(in: 1..<drafts.count, using: &random)]
        twin.key = key()
        return twin
    }

    /// Returns an authority of the chain with its own key, signed by another one.
    private mutating func crossSigned(_ drafts: [Draft]) -> Draft {
        var other = drafts[Int.random(in: 1..<drafts.count, using: &random)]
        other.issuer = "Stranger"
        other.signer = key()
        return other
    }

    // MARK: Certificates

    private static func make(_ draft: Draft) throws -> [UInt8] {
        let certificate = try check(X509_new(), "a certificate")
        defer { X509_free(certificate) }
        try check(X509_set_version(certificate, draft.version) + 1, "a version")
        let serial = UInt64.random(in: 1...UInt64(Int64.max))
        try check(ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial), "a serial number")
        let now = time(nil)
        _ = ASN1_TIME_set(X509_getm_notBefore(certificate), now + draft.days.lowerBound * 86_400)
        _ = ASN1_TIME_set(X509_getm_notAfter(certificate), now + draft.days.upperBound * 86_400)
        try check(X509_set_pubkey(certificate, draft.key.pointer), "a public key")
        for (name, field) in [
            (draft.subject, X509_get_subject_name(certificate)), (draft.issuer, X509_get_issuer_name(certificate)),
        ] {
            let text = Array(name.utf8)
            try check(
                X509_NAME_add_entry_by_txt(field, "CN", V_ASN1_UTF8STRING, text, Int32(text.count), -1, 0), "a name")
        }
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, certificate, certificate, nil, nil, 0)
        for (kind, value) in draft.extensions {
            let made = try check(X509V3_EXT_conf_nid(nil, &context, kind, value), "extension \(value)")
            defer { X509_EXTENSION_free(made) }
            try check(X509_add_ext(certificate, made, -1), "extension \(value)")
        }
        // Edwards curves have built-in digests.
        let digest =
            switch draft.signer.kind {
            case "ED25519", "ED448": OpaquePointer?.none
            case "SM2": EVP_get_digestbyname("SM3")
            default: EVP_get_digestbyname(draft.digest)
            }
        try check(X509_sign(certificate, draft.signer.pointer, digest), "a signature with \(draft.signer.kind)")
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(certificate, &bytes)
        try check(count, "a certificate in DER")
        defer { aasa_OPENSSL_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}

extension [[UInt8]] {
    /// Shuffles all elements after the first one.
    fileprivate mutating func shuffleTail(using random: inout SeededGenerator) {
        self = prefix(1) + dropFirst().shuffled(using: &random)
    }
}

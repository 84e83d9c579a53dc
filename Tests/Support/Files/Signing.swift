import class Foundation.FileManager

/// Makes signed files with the `openssl` command, as the public guides show.
public struct Signing {
    /// The options that the guides recommend: binary, embedded content, no signed attributes.
    public static let recommended = ["-nodetach", "-noattr", "-outform", "DER"]

    /// The working directory.
    public let directory: String

    /// Runs `body` with a signing directory.
    public static func with<Result>(_ body: (Signing) throws -> Result) async throws -> Result {
        try await withTemporaryDirectory { try body(Signing(directory: $0)) }
    }

    /// Signs `content` with the key of a certificate, and includes the intermediate certificate.
    public func sign(
        _ content: [UInt8], as certificate: ServerCertificate = .good, host: String = "example.com",
        options: [String] = Signing.recommended, alsoAs other: ServerCertificate? = nil
    ) throws -> [UInt8] {
        let authority = try CertificateAuthority.shared()
        try writeFile(authority.intermediatePEM().utf8, to: "\(directory)/intermediate.crt")
        var signers: [String] = []
        for (name, kind) in [("first", certificate), ("second", other)] {
            guard let kind else { continue }
            let paths = try authority.identity(for: host, kind).write(to: directory, name: name)
            signers += ["-signer", paths.chain, "-inkey", paths.key]
        }
        return try openssl(
            ["smime", "-sign", "-binary"] + signers + ["-certfile", "\(directory)/intermediate.crt"] + options, content)
    }

    /// Runs `openssl` with `content` as its input file, and returns its output.
    public func openssl(_ arguments: [String], _ content: [UInt8], trailing: [String] = []) throws -> [UInt8] {
        let input = "\(directory)/content"
        let output = "\(directory)/output"
        try writeFile(content, to: input)
        let words = ["openssl"] + arguments + ["-in", input, "-out", output] + trailing
        let environment = ["PATH": "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin"]
        let process = try withNullDevice { null in
            try spawn("/usr/bin/env", words, environment: environment, descriptors: [null, null, 2])
        }
        var ending = ProcessEnding.exited(0)
        waitForEnd(of: process) { ending = $0 }
        guard ending == .exited(0), let data = FileManager.default.contents(atPath: output) else {
            throw SupportError("\(words.joined(separator: " ")): \(ending)")
        }
        return Array(data)
    }

    /// Returns the offset of the content in an envelope.
    public static func offset(of content: [UInt8], in envelope: [UInt8]) -> Int? {
        envelope.indices.first { envelope[$0...].starts(with: content) }
    }
}

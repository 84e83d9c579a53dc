// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    /// The codes about signed files (CMS), which iOS 8 required.
    static let fileSignatureCodes: [FindingCode] = [
        .signatureInvalid, .signatureUntrusted, .signatureExpired, .signatureObsolete,
    ]

    public static let signatureInvalid = FindingCode(
        "signature-invalid", .file, .error,
        title: "The signed file cannot be read",
        action: "Replace the unreadable signed file with plain JSON",
        meaning: """
            The file's signed envelope (CMS) is damaged, empty, stored as text (PEM), or does not match the content.
            """,
        impact: """
            A system that cannot open the envelope gets no file: links open the browser instead of the app. Whether \
            current systems check the signature itself is not known.
            """,
        remedy: """
            Ask the file's maintainers to serve the plain JSON instead; since iOS 9, no system needs a signature. If \
            iOS 8 matters, sign it again as DER with the content attached.
            """,
        source: "RFC 5652; WWDC 2014 session 506; rule signed.form")

    public static let signatureUntrusted = FindingCode(
        "signature-untrusted", .file, .warning,
        title: "The file's signature is not trusted",
        action: "Serve the file as plain JSON, without a signature",
        meaning: """
            The certificate that signed the file (not the server's own) is not publicly trusted, or was not issued for \
            this domain.
            """,
        impact: """
            According to Apple, iOS 8 rejects such a file. It is not known whether current systems and Apple's CDN \
            reject it, too.
            """,
        remedy: "Ask the file's maintainers to serve the plain JSON instead, without a signature.",
        source: "Apple (archived), Shared Web Credentials Reference; WWDC 2019 session 717; rule signed.signer")

    public static let signatureExpired = FindingCode(
        "signature-expired", .file, .warning,
        title: "The certificate that signed the file is not valid now",
        action: "Serve the file as plain JSON, without a signature",
        meaning: "The certificate that signed the file (not the server's own) has expired, or is not valid yet.",
        impact: """
            Only iOS 8 is known to reject such a file. It is not known whether current systems and Apple's CDN reject \
            it, too.
            """,
        remedy: "Ask the file's maintainers to serve the plain JSON instead, without a signature.",
        source: "Apple (archived), Shared Web Credentials Reference; WWDC 2019 session 717")

    public static let signatureObsolete = FindingCode(
        "signature-obsolete", .file, .info,
        title: "The file is signed, which is no longer needed",
        action: "Serve the file as plain JSON, without a signature",
        meaning: """
            The file is in a signed envelope (CMS). Only iOS 8 required that, and in 2019 Apple announced the end of \
            signed files.
            """,
        impact: """
            According to Apple, iOS 9 to 13 read it. Whether iOS 14 and later get it from Apple's CDN is not known.
            """,
        remedy: "Ask the file's maintainers to serve the plain JSON, with Content-Type application/json.",
        source: "WWDC 2019 session 717, What's New in Universal Links; WWDC 2015 session 509; rule signed.today")
}

import Audit
import Findings
import Testing
import Transport

import struct Foundation.Date

struct HostingPlatformTests {
    /// The header fields of a platform's response, and the recognised platforms, the outermost first.
    struct Row: Sendable, CustomTestStringConvertible {
        var fields: [(name: String, value: String)]
        var expected: [HostingPlatform]
        var testDescription: String {
            "\(expected.map(\.rawValue).joined(separator: ", ")) from \(fields.map { "\($0.name): \($0.value)" })"
        }

        init(_ fields: KeyValuePairs<String, String>, _ expected: HostingPlatform...) {
            self.fields = fields.map { ($0.key, $0.value) }
            self.expected = expected
        }
    }

    @Test(arguments: [
        Row([:]),
        Row(["Server": "nginx"], .nginx),
        Row(["Server": "nginx/1.22.1"], .nginx),
        Row(["server": "openresty/1.25.3.1"], .nginx),
        Row(["Server": "Apache/2.4.57 (Debian)"], .apache),
        Row(["Server": "Apache"], .apache),
        Row(["Server": "Apache-Coyote/1.1"]),
        Row(["Server": "LiteSpeed"], .litespeed),
        Row(["Server": "Microsoft-IIS/10.0", "X-Powered-By": "ASP.NET"], .iis),
        Row(["Server": "Microsoft-IIS/10.0", "Set-Cookie": "ARRAffinity=4f;Path=/;HttpOnly"], .azureAppService, .iis),
        Row(["Server": "Kestrel"], .aspNetCore),
        Row(["Server": "Caddy"], .caddy),
        Row(["Via": "1.1 Caddy", "X-Powered-By": "Express"], .caddy, .express),
        Row(["server": "cloudflare", "cf-ray": "8f1f0-FRA", "cf-cache-status": "DYNAMIC"], .cloudflare),
        Row(
            [
                "server": "cloudflare", "cf-ray": "8f1f0-FRA",
                "link": "<https://a.test/wp-json/>; rel=\"https://api.w.org/\"",
            ],
            .cloudflare, .wordpress),
        Row(
            [
                "Server": "AmazonS3", "Via": "1.1 4b.cloudfront.net (CloudFront)", "X-Amz-Cf-Id": "x",
                "X-Cache": "Miss from cloudfront",
            ],
            .cloudfront, .s3),
        Row(["Server": "CloudFront", "X-Cache": "Error from cloudfront"], .cloudfront),
        Row(["x-amz-request-id": "4", "x-amz-id-2": "Z", "Server": "AmazonS3"], .s3),
        Row(["x-azure-ref": "20240101T0Z", "X-Cache": "CONFIG_NOCACHE"], .azureFrontDoor),
        Row(["x-ms-middleware-request-id": "00000000-0000-0000-0000-000000000000"], .azureStaticWebApps),
        Row(["Server": "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0", "x-ms-blob-type": "BlockBlob"], .azureBlob),
        Row(["Server": "Windows-Azure-Web/1.0 Microsoft-HTTPAPI/2.0"], .azureBlob),
        Row(["Server": "UploadServer", "x-goog-generation": "17"], .googleCloudStorage),
        Row(
            [
                "X-Served-By": "cache-mad22063-MAD", "X-Timer": "S161,VS0,VE7",
                "Vary": "x-fh-requested-host, accept-encoding",
            ],
            .firebase),
        Row(["x-served-by": "cache-fra-etou8220-FRA", "x-fastly-request-id": "1"], .fastly),
        Row(
            ["Server": "GitHub.com", "X-GitHub-Request-Id": "A:B", "Via": "1.1 varnish", "X-Served-By": "cache-fra"],
            .githubPages),
        Row(["server": "cloudflare", "x-github-request-id": "A:B"], .cloudflare, .githubPages),
        Row(["server": "Vercel", "x-vercel-id": "fra1::x"], .vercel),
        Row(["server": "Vercel", "x-powered-by": "Next.js"], .vercel, .nextjs),
        Row(["server": "Netlify", "x-nf-request-id": "01H"], .netlify),
        Row(["Server": "AkamaiGHost"], .akamai),
        Row(
            ["server-timing": "cdn-cache; desc=HIT, ak_p; desc=\"1_2_3\";dur=1", "Server": "Apache"], .akamai, .apache),
        Row(["Server": "Cowboy", "Via": "1.1 vegur"], .heroku),
        Row(
            ["server": "cloudflare", "cf-ray": "9-FRA", "rndr-id": "a-b", "x-render-origin-server": "Render"], .render),
        Row(["server": "cloudflare", "cf-ray": "9-FRA", "x-shopid": "1", "powered-by": "Shopify"], .shopify),
        Row(["x-wix-request-id": "1.2", "server": "Pepyaka"], .wix),
        Row(["server": "Squarespace"], .squarespace),
        Row(["Server": "nginx", "X-Runtime": "0.004123"], .nginx, .rails),
        Row(["server": "nginx", "x-redirect-by": "WordPress"], .nginx, .wordpress),
        Row(["X-Powered-By": "Express"], .express),
        Row(["X-Powered-By": "ExpressionEngine"]),
        Row(["Server": "nginxish", "Via": "1.1 varnish"]),
    ])
    func isRecognisedByItsHeaderFields(row: Row) {
        let fields = row.fields.map { HeaderField(name: $0.name, value: $0.value) }
        #expect(Self.recognised(fields) == row.expected)
    }

    @Test(arguments: [
        (["*.github.io", "github.io"], "CN=R11", [HostingPlatform.githubPages]),
        (["*.azurewebsites.net"], "", [.azureAppService]), (["www.example.test"], "CN=R11,O=Let's Encrypt", []),
        (["a.test"], "CN=Caddy Local Authority - ECC Intermediate", [.caddy]),
        (["sni.cloudflaressl.com", "a.test"], "CN=Cloudflare Inc ECC CA-3", [.cloudflare]),
        (["notgithub.io"], "", []), ([], "", []),
    ])
    func isRecognisedByItsCertificateWhereNoAnswerCame(
        names: [String], issuer: String, expected: [HostingPlatform]
    ) {
        let leaf = certificate(names: names, issuer: issuer)
        #expect(Self.recognised([], leaf) == expected)
    }

    @Test func believesTheAnswerBeforeTheCertificate() {
        let leaf = certificate(names: ["*.github.io"], issuer: "")
        let fields = [HeaderField(name: "server", value: "nginx")]
        #expect(Self.recognised(fields, leaf) == [.nginx])
    }

    @Test func survivesHostileFields() {
        let long = String(repeating: "caddy cloudflare ", count: 50_000)
        let fields = (0..<200).map { HeaderField(name: $0.isMultiple(of: 2) ? "VIA" : "\u{0}\u{202E}", value: long) }
        #expect(Self.recognised(fields) == [.caddy])
    }

    private static func recognised(_ fields: [HeaderField], _ leaf: CertificateFacts? = nil) -> [HostingPlatform] {
        HostingPlatform.recognise(
            behind: Exchange(
                url: "https://example.com", startedAt: Date(timeIntervalSince1970: 0), headerFields: fields,
                tls: leaf.map { TLSFacts(chain: [$0]) }))
    }

    private func certificate(names: [String], issuer: String) -> CertificateFacts {
        CertificateFacts(
            subject: "", issuer: issuer, notBefore: nil, notAfter: nil, subjectAltNames: names, isSelfSigned: false,
            sha256: "")
    }
}

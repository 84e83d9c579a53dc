import Findings
import Transport

/// The certificate names that identify platforms when a failed connection provides no response.
enum PlatformCertificates {
    /// The number of names of a certificate that are examined.
    static let namesRead = 100

    static func recognise(_ leaf: CertificateFacts) -> Set<HostingPlatform> {
        var found: Set<HostingPlatform> = []
        for name in leaf.subjectAltNames.prefix(namesRead) where name.utf8.count <= 255 {
            let name = name.lowercased()
            for (suffix, platform) in suffixes where name.hasSuffix(suffix) { found.insert(platform) }
        }
        let issuer = leaf.issuer.prefix(1_000).lowercased()
        for (part, platform) in issuers where issuer.contains(part) { found.insert(platform) }
        return found
    }

    /// Suffixes of the names that services assign to their customers' sites.
    private static let suffixes: [(String, HostingPlatform)] = [
        (".github.io", .githubPages), (".azurewebsites.net", .azureAppService),
        (".azurestaticapps.net", .azureStaticWebApps), (".azurefd.net", .azureFrontDoor),
        (".azureedge.net", .azureFrontDoor), (".blob.core.windows.net", .azureBlob),
        (".web.core.windows.net", .azureBlob), (".cloudfront.net", .cloudfront), (".s3.amazonaws.com", .s3),
        (".netlify.app", .netlify), (".netlify.com", .netlify), (".vercel.app", .vercel),
        (".firebaseapp.com", .firebase), (".web.app", .firebase), (".herokuapp.com", .heroku),
        (".onrender.com", .render), (".myshopify.com", .shopify), (".wixsite.com", .wix),
        (".squarespace.com", .squarespace), (".fastly.net", .fastly), (".akamaized.net", .akamai),
        (".akamai.net", .akamai), (".storage.googleapis.com", .googleCloudStorage),
        ("sni.cloudflaressl.com", .cloudflare),
    ]

    /// Authorities that only one platform uses; lower case.
    private static let issuers: [(String, HostingPlatform)] = [
        ("caddy local authority", .caddy), ("cloudflare origin", .cloudflare),
        ("cloudflare inc ecc ca", .cloudflare), ("cloudflare tls issuing", .cloudflare),
    ]
}

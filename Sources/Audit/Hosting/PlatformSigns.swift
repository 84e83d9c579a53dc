import Findings
import Transport

/// The header fields that identify platforms, which were observed to send these fields by default.
enum PlatformSigns {
    static let maxValueBytes = 2_048

    struct Sign: Sendable {
        enum Value: Sendable {
            case any
            case prefix(String)
            case contains(String)
            /// The value begins with this product name in lower case, which a version or a comment may follow.
            case product(String)
        }

        let field: String
        let value: Value
        let platform: HostingPlatform

        func fits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            switch value {
            case .any: true
            case .prefix(let start): text.starts(with: start.utf8)
            case .contains(let part):
                (0...max(0, text.count - part.utf8.count)).contains { text[$0...].starts(with: part.utf8) }
            case .product(let name):
                text.starts(with: name.utf8) && text.dropFirst(name.utf8.count).prefix(1).allSatisfy(Self.endsName)
            }
        }

        private static func endsName(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: " ") }
    }

    /// Services that respond through their own CDN, which their customers cannot configure.
    ///
    /// GitHub Pages and Firebase Hosting use Fastly, Shopify and Render use Cloudflare.
    static let ownEdges: [(service: HostingPlatform, edge: HostingPlatform)] = [
        (.githubPages, .fastly), (.firebase, .fastly), (.wix, .fastly), (.shopify, .cloudflare), (.render, .cloudflare),
    ]

    static let byField: [String: [Sign]] = Dictionary(grouping: signs, by: \.field)

    private static let signs: [Sign] = [
        // Web servers.
        Sign(field: "server", value: .product("nginx"), platform: .nginx),
        Sign(field: "server", value: .product("openresty"), platform: .nginx),
        Sign(field: "server", value: .product("tengine"), platform: .nginx),
        Sign(field: "server", value: .product("apache"), platform: .apache),
        Sign(field: "server", value: .product("litespeed"), platform: .litespeed),
        Sign(field: "x-litespeed-cache", value: .any, platform: .litespeed),
        Sign(field: "server", value: .product("microsoft-iis"), platform: .iis),
        Sign(field: "server", value: .product("caddy"), platform: .caddy),
        Sign(field: "via", value: .contains(" caddy"), platform: .caddy),
        Sign(field: "server", value: .product("kestrel"), platform: .aspNetCore),

        // CDNs.
        Sign(field: "server", value: .prefix("cloudflare"), platform: .cloudflare),
        Sign(field: "cf-ray", value: .any, platform: .cloudflare),
        Sign(field: "cf-cache-status", value: .any, platform: .cloudflare),
        Sign(field: "cf-mitigated", value: .any, platform: .cloudflare),
        Sign(field: "server", value: .product("cloudfront"), platform: .cloudfront),
        Sign(field: "x-amz-cf-id", value: .any, platform: .cloudfront),
        Sign(field: "x-amz-cf-pop", value: .any, platform: .cloudfront),
        Sign(field: "x-cache", value: .contains("from cloudfront"), platform: .cloudfront),
        Sign(field: "x-azure-ref", value: .any, platform: .azureFrontDoor),
        Sign(field: "x-azure-fdid", value: .any, platform: .azureFrontDoor),
        Sign(field: "x-fastly-request-id", value: .any, platform: .fastly),
        Sign(field: "x-served-by", value: .prefix("cache-"), platform: .fastly),
        Sign(field: "server", value: .prefix("akamai"), platform: .akamai),
        Sign(field: "akamai-grn", value: .any, platform: .akamai),
        Sign(field: "akamai-cache-status", value: .any, platform: .akamai),
        Sign(field: "x-akamai-transformed", value: .any, platform: .akamai),
        Sign(field: "x-akamai-request-id", value: .any, platform: .akamai),
        Sign(field: "server-timing", value: .contains("ak_p"), platform: .akamai),

        // Stores of files.
        Sign(field: "server", value: .product("amazons3"), platform: .s3),
        Sign(field: "x-amz-id-2", value: .any, platform: .s3),
        Sign(field: "server", value: .product("windows-azure-blob"), platform: .azureBlob),
        Sign(field: "server", value: .product("windows-azure-web"), platform: .azureBlob),
        Sign(field: "x-ms-blob-type", value: .any, platform: .azureBlob),
        Sign(field: "server", value: .product("uploadserver"), platform: .googleCloudStorage),
        Sign(field: "x-goog-generation", value: .any, platform: .googleCloudStorage),
        Sign(field: "x-goog-storage-class", value: .any, platform: .googleCloudStorage),

        // Hosting services.
        Sign(field: "set-cookie", value: .prefix("arraffinity"), platform: .azureAppService),
        Sign(field: "x-ms-middleware-request-id", value: .any, platform: .azureStaticWebApps),
        Sign(field: "vary", value: .contains("x-fh-requested-host"), platform: .firebase),
        Sign(field: "server", value: .product("vercel"), platform: .vercel),
        Sign(field: "x-vercel-id", value: .any, platform: .vercel),
        Sign(field: "server", value: .product("netlify"), platform: .netlify),
        Sign(field: "x-nf-request-id", value: .any, platform: .netlify),
        Sign(field: "server", value: .product("github.com"), platform: .githubPages),
        Sign(field: "x-github-request-id", value: .any, platform: .githubPages),
        Sign(field: "server", value: .product("heroku"), platform: .heroku),
        Sign(field: "via", value: .contains("vegur"), platform: .heroku),
        Sign(field: "via", value: .contains("heroku-router"), platform: .heroku),
        Sign(field: "rndr-id", value: .any, platform: .render),
        Sign(field: "x-render-origin-server", value: .any, platform: .render),
        Sign(field: "x-shopid", value: .any, platform: .shopify),
        Sign(field: "x-shopify-stage", value: .any, platform: .shopify),
        Sign(field: "x-sorting-hat-shopid", value: .any, platform: .shopify),
        Sign(field: "powered-by", value: .contains("shopify"), platform: .shopify),
        Sign(field: "x-wix-request-id", value: .any, platform: .wix),
        Sign(field: "server", value: .product("pepyaka"), platform: .wix),
        Sign(field: "server", value: .product("squarespace"), platform: .squarespace),

        // Applications.
        Sign(field: "x-powered-by", value: .contains("next.js"), platform: .nextjs),
        Sign(field: "x-nextjs-cache", value: .any, platform: .nextjs),
        Sign(field: "x-nextjs-prerender", value: .any, platform: .nextjs),
        Sign(field: "x-powered-by", value: .product("express"), platform: .express),
        Sign(field: "x-powered-by", value: .contains("phusion passenger"), platform: .rails),
        Sign(field: "x-runtime", value: .prefix("0."), platform: .rails),
        Sign(field: "link", value: .contains("https://api.w.org/"), platform: .wordpress),
        Sign(field: "x-pingback", value: .contains("/xmlrpc.php"), platform: .wordpress),
        Sign(field: "x-redirect-by", value: .contains("wordpress"), platform: .wordpress),
        Sign(field: "x-powered-by", value: .contains("wordpress"), platform: .wordpress),
        Sign(field: "x-powered-by", value: .contains("wp engine"), platform: .wordpress),
    ]
}

/// The names in certificates that identify platforms if there is no response.
enum PlatformCertificates {
    static let maxNames = 100

    static func recognise(_ leaf: CertificateFacts) -> Set<HostingPlatform> {
        var found: Set<HostingPlatform> = []
        for name in leaf.subjectAltNames.prefix(maxNames) where name.utf8.count <= 255 {
            let name = name.lowercased()
            for (suffix, platform) in suffixes where name.hasSuffix(suffix) { found.insert(platform) }
        }
        let issuer = leaf.issuer.prefix(1_000).lowercased()
        for (part, platform) in issuers where issuer.contains(part) { found.insert(platform) }
        return found
    }

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

    private static let issuers: [(String, HostingPlatform)] = [
        ("caddy local authority", .caddy), ("cloudflare origin", .cloudflare),
        ("cloudflare inc ecc ca", .cloudflare), ("cloudflare tls issuing", .cloudflare),
    ]
}

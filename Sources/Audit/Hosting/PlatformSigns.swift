import Findings
import Transport

/// The header fields that identify platforms, which were observed to send these fields by default.
enum PlatformSigns {
    static let maxValueBytes = 2_048

    enum FieldValue {
        case prefix(String)
        case containing(String)
        /// The value begins with this product name in lower case, which a version or a comment may follow.
        case product(String)

        func matches(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
            switch self {
            case .prefix(let start): value.starts(with: start.utf8)
            case .containing(let part):
                (0...max(0, value.count - part.utf8.count)).contains { value[$0...].starts(with: part.utf8) }
            case .product(let name):
                value.starts(with: name.utf8) && value.dropFirst(name.utf8.count).prefix(1).allSatisfy(Self.endsName)
            }
        }

        private static func endsName(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: " ") }
    }

    /// Services that respond through their own CDN, which their customers cannot configure.
    ///
    /// GitHub Pages and Firebase Hosting use Fastly, Shopify and Render use Cloudflare.
    static let cdnsOfServices: [(service: HostingPlatform, cdn: HostingPlatform)] = [
        (.githubPages, .fastly), (.firebase, .fastly), (.wix, .fastly), (.shopify, .cloudflare), (.render, .cloudflare),
    ]

    /// The fields that only one platform sends, regardless of their values.
    static let platformsByField: [String: HostingPlatform] = [
        "x-litespeed-cache": .litespeed,
        "cf-ray": .cloudflare, "cf-cache-status": .cloudflare, "cf-mitigated": .cloudflare,
        "x-amz-cf-id": .cloudfront, "x-amz-cf-pop": .cloudfront, "x-amz-id-2": .s3,
        "x-azure-ref": .azureFrontDoor, "x-azure-fdid": .azureFrontDoor, "x-ms-blob-type": .azureBlob,
        "x-ms-middleware-request-id": .azureStaticWebApps, "x-fastly-request-id": .fastly,
        "akamai-grn": .akamai, "akamai-cache-status": .akamai, "x-akamai-transformed": .akamai,
        "x-akamai-request-id": .akamai,
        "x-goog-generation": .googleCloudStorage, "x-goog-storage-class": .googleCloudStorage,
        "x-vercel-id": .vercel, "x-nf-request-id": .netlify, "x-github-request-id": .githubPages,
        "rndr-id": .render, "x-render-origin-server": .render, "x-wix-request-id": .wix,
        "x-shopid": .shopify, "x-shopify-stage": .shopify, "x-sorting-hat-shopid": .shopify,
        "x-nextjs-cache": .nextjs, "x-nextjs-prerender": .nextjs,
    ]

    /// The values that identify platforms, by field.
    static let platformsByValue: [String: [(value: FieldValue, platform: HostingPlatform)]] = [
        "server": [
            (.product("nginx"), .nginx), (.product("openresty"), .nginx), (.product("tengine"), .nginx),
            (.product("apache"), .apache), (.product("litespeed"), .litespeed), (.product("microsoft-iis"), .iis),
            (.product("caddy"), .caddy), (.product("kestrel"), .aspNetCore), (.prefix("cloudflare"), .cloudflare),
            (.product("cloudfront"), .cloudfront), (.prefix("akamai"), .akamai), (.product("amazons3"), .s3),
            (.product("windows-azure-blob"), .azureBlob), (.product("windows-azure-web"), .azureBlob),
            (.product("uploadserver"), .googleCloudStorage), (.product("vercel"), .vercel),
            (.product("netlify"), .netlify), (.product("github.com"), .githubPages), (.product("heroku"), .heroku),
            (.product("pepyaka"), .wix), (.product("squarespace"), .squarespace),
        ],
        "via": [
            (.containing(" caddy"), .caddy), (.containing("vegur"), .heroku), (.containing("heroku-router"), .heroku),
        ],
        "x-cache": [(.containing("from cloudfront"), .cloudfront)],
        "x-served-by": [(.prefix("cache-"), .fastly)],
        "server-timing": [(.containing("ak_p"), .akamai)],
        "set-cookie": [(.prefix("arraffinity"), .azureAppService)],
        "vary": [(.containing("x-fh-requested-host"), .firebase)],
        "powered-by": [(.containing("shopify"), .shopify)],
        "x-powered-by": [
            (.containing("next.js"), .nextjs), (.product("express"), .express),
            (.containing("phusion passenger"), .rails), (.containing("wordpress"), .wordpress),
            (.containing("wp engine"), .wordpress),
        ],
        "x-runtime": [(.prefix("0."), .rails)],
        "link": [(.containing("https://api.w.org/"), .wordpress)],
        "x-pingback": [(.containing("/xmlrpc.php"), .wordpress)],
        "x-redirect-by": [(.containing("wordpress"), .wordpress)],
    ]
}

/// The names in certificates that identify platforms if no field of a response header does.
enum PlatformCertificates {
    static func recognise(_ leaf: CertificateFacts) -> Set<HostingPlatform> {
        var found: Set<HostingPlatform> = []
        for name in leaf.subjectAltNames.prefix(100) where name.utf8.count <= 255 {
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

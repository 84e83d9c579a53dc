import Findings
import Transport

/// The trace that a firewall or bot filter leaves in a response.
struct FirewallSignature: Hashable, Sendable {
    /// The degree of certainty that the firewall, not the server behind it, refuses the request.
    enum Strength: Sendable, Comparable {
        /// The response came through the product; the server itself may have refused.
        case present
        /// The product's own refusal.
        case block
        /// A test that only an interactive browser can pass.
        case challenge
    }

    var product: String
    var strength: Strength
    /// A header field, or an excerpt from the page.
    var sign: String

    func add(to evidence: inout Evidence) {
        evidence["firewall"] = .string(product)
        evidence["firewallSign"] = .string(String(sign.prefix(300)))
    }

    static func strongest(on response: Response) -> FirewallSignature? {
        var found: [FirewallSignature] = []
        for field in response.exchange.headerFields {
            for rule in FirewallRules.byField[field.name.lowercased()] ?? [] where rule.fits(field.value) {
                let sign = "\(field.name): \(field.value)"
                found.append(.init(product: rule.product, strength: rule.strength, sign: sign))
                if rule.strength == .challenge { return found.last }
            }
        }
        let limit = response.status == 200 ? FirewallRules.bytesOfFile : FirewallRules.bytesOfOther
        let page = Bytes.lowercased(response.exchange.body, limit: limit)
        for rule in FirewallRules.pages where Bytes.firstIndex(of: Array(rule.text.utf8), in: page) != nil {
            found.append(.init(product: rule.product, strength: rule.strength, sign: rule.text))
        }
        return found.max { $0.strength < $1.strength }
    }
}

/// The signs that identify the products; all from responses that their users have published.
enum FirewallRules {
    /// The number of bytes that are searched in a page that is served instead of the file.
    static let bytesOfFile = 32_768
    /// The number of bytes that are searched in any other page: of responses that cannot be the file, no more is kept.
    static let bytesOfOther = 4096

    struct FieldRule: Sendable {
        let field: String
        /// The value in lower case; empty for any value.
        let value: String
        let product: String
        let strength: FirewallSignature.Strength

        func fits(_ text: String) -> Bool { value.isEmpty || text.lowercased().contains(value) }
    }

    static let byField: [String: [FieldRule]] = Dictionary(grouping: fields, by: \.field)

    private static let fields: [FieldRule] = [
        .init(field: "cf-mitigated", value: "challenge", product: "Cloudflare", strength: .challenge),
        .init(field: "cf-mitigated", value: "", product: "Cloudflare", strength: .block),
        .init(field: "server", value: "cloudflare", product: "Cloudflare", strength: .present),
        .init(field: "x-vercel-mitigated", value: "challenge", product: "Vercel Firewall", strength: .challenge),
        .init(field: "x-vercel-mitigated", value: "", product: "Vercel Firewall", strength: .block),
        .init(field: "x-amzn-waf-action", value: "challenge", product: "AWS WAF", strength: .challenge),
        .init(field: "x-amzn-waf-action", value: "captcha", product: "AWS WAF", strength: .challenge),
        .init(field: "server", value: "awselb", product: "AWS load balancer", strength: .present),
        .init(field: "x-cache", value: "error from cloudfront", product: "Amazon CloudFront", strength: .present),
        .init(field: "server", value: "akamaighost", product: "Akamai", strength: .block),
        .init(field: "server", value: "akamai", product: "Akamai", strength: .present),
        .init(field: "x-sucuri-block", value: "", product: "Sucuri", strength: .block),
        .init(field: "x-sucuri-id", value: "", product: "Sucuri", strength: .present),
        .init(field: "server", value: "sucuri", product: "Sucuri", strength: .present),
        // Responses that are let through contain it as well.
        .init(field: "x-datadome", value: "", product: "DataDome", strength: .present),
        .init(field: "x-dd-b", value: "", product: "DataDome", strength: .challenge),
        .init(field: "server", value: "datadome", product: "DataDome", strength: .challenge),
        .init(field: "set-cookie", value: "datadome=", product: "DataDome", strength: .present),
        .init(field: "x-iinfo", value: "", product: "Imperva", strength: .present),
        .init(field: "x-cdn", value: "incapsula", product: "Imperva", strength: .present),
        .init(field: "x-cdn", value: "imperva", product: "Imperva", strength: .present),
        .init(field: "set-cookie", value: "incap_ses_", product: "Imperva", strength: .present),
        .init(field: "set-cookie", value: "visid_incap_", product: "Imperva", strength: .present),
        .init(field: "x-px-block", value: "", product: "HUMAN (PerimeterX)", strength: .challenge),
        .init(field: "set-cookie", value: "_pxhd=", product: "HUMAN (PerimeterX)", strength: .present),
        .init(field: "server", value: "ddos-guard", product: "DDoS-Guard", strength: .present),
        .init(field: "server", value: "qrator", product: "Qrator", strength: .present),
        .init(field: "server", value: "wallarm", product: "Wallarm", strength: .present),
        .init(field: "server", value: "reblaze", product: "Reblaze", strength: .present),
        .init(field: "server", value: "mod_security", product: "ModSecurity", strength: .block),
        .init(field: "set-cookie", value: "barra_counter_session", product: "Barracuda", strength: .present),
        .init(field: "set-cookie", value: "fortiwafsid", product: "FortiWeb", strength: .present),
    ]

    /// Signs in lower case; excludes those that also occur in normal pages behind a product, such as its scripts.
    static let pages: [(text: String, product: String, strength: FirewallSignature.Strength)] = [
        ("_cf_chl_opt", "Cloudflare", .challenge),
        ("<title>just a moment...</title>", "Cloudflare", .challenge),
        ("attention required! | cloudflare", "Cloudflare", .block),
        ("error code: 1020", "Cloudflare", .block),
        ("captcha-delivery.com", "DataDome", .challenge),
        ("px-captcha", "HUMAN (PerimeterX)", .challenge),
        ("request unsuccessful. incapsula incident id", "Imperva", .challenge),
        ("sec-if-cpt-container", "Akamai", .challenge),
        ("/_sec/cp_challenge/", "Akamai", .challenge),
        ("errors.edgesuite.net", "Akamai", .block),
        ("sucuri_cloudproxy_js", "Sucuri", .challenge),
        ("sucuri website firewall", "Sucuri", .block),
        ("awswafintegration", "AWS WAF", .challenge),
        ("id=\"anubis_version\"", "Anubis", .challenge),
        ("/.within.website/x/cmd/anubis", "Anubis", .challenge),
        // The name follows several KiB of style sheet, which is an equally good sign.
        (".wf-btn.wf-focus", "Wordfence", .block),
        ("generated by wordfence", "Wordfence", .block),
        ("the requested url was rejected. please consult with your administrator", "F5 BIG-IP", .block),
        ("configured to block access from your country", "Amazon CloudFront", .block),
        ("<title>azure waf", "Azure WAF", .challenge),
        ("azure waf js challenge", "Azure WAF", .challenge),
        ("this error was generated by mod_security", "ModSecurity", .block),
    ]
}

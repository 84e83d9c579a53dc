import Findings
import Transport

/// A sign in a response that identifies a firewall or bot filter.
struct FirewallSignature {
    /// The degree of certainty that the firewall, and not the server behind it, refused the request.
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

    /// Returns the sign with the highest certainty; `nil` if there is none.
    static func strongest(on response: Response) -> FirewallSignature? {
        var found: [FirewallSignature] = []
        for field in response.exchange.headerFields {
            for rule in FirewallRules.byField[field.name.lowercased()] ?? []
            where rule.value.isEmpty || field.value.lowercased().contains(rule.value) {
                let sign = "\(field.name): \(field.value)"
                found.append(.init(product: rule.product, strength: rule.strength, sign: sign))
                if rule.strength == .challenge { return found.last }
            }
        }
        let limit = response.status == 200 ? FirewallRules.maxStatus200Bytes : FirewallRules.maxOtherBytes
        let page = Bytes.lowercased(response.exchange.body, limit: limit)
        for rule in FirewallRules.pageRules(for: page) {
            found.append(.init(product: rule.product, strength: rule.strength, sign: rule.text))
        }
        return found.max { $0.strength < $1.strength }
    }
}

/// The signs that identify products, taken from responses that users of these products have published.
enum FirewallRules {
    /// The maximum number of bytes that are searched in a page with status 200.
    static let maxStatus200Bytes = 32_768
    /// The maximum number of bytes that are searched in any other response; no more of its body is kept.
    static let maxOtherBytes = 4096

    /// A rule for a header field: its value in lower case must contain `value`; an empty `value` matches any.
    typealias FieldRule = (field: String, value: String, product: String, strength: FirewallSignature.Strength)

    static let byField: [String: [FieldRule]] = Dictionary(grouping: fields) { $0.field }

    private static let fields: [FieldRule] = [
        ("cf-mitigated", "challenge", "Cloudflare", .challenge),
        ("cf-mitigated", "", "Cloudflare", .block),
        ("server", "cloudflare", "Cloudflare", .present),
        ("x-vercel-mitigated", "challenge", "Vercel Firewall", .challenge),
        ("x-vercel-mitigated", "", "Vercel Firewall", .block),
        ("x-amzn-waf-action", "challenge", "AWS WAF", .challenge),
        ("x-amzn-waf-action", "captcha", "AWS WAF", .challenge),
        ("server", "awselb", "AWS load balancer", .present),
        ("x-cache", "error from cloudfront", "Amazon CloudFront", .present),
        ("server", "akamaighost", "Akamai", .block),
        ("server", "akamai", "Akamai", .present),
        ("x-sucuri-block", "", "Sucuri", .block),
        ("x-sucuri-id", "", "Sucuri", .present),
        ("server", "sucuri", "Sucuri", .present),
        // Responses to allowed requests contain this field as well.
        ("x-datadome", "", "DataDome", .present),
        ("x-dd-b", "", "DataDome", .challenge),
        ("server", "datadome", "DataDome", .challenge),
        ("set-cookie", "datadome=", "DataDome", .present),
        ("x-iinfo", "", "Imperva", .present),
        ("x-cdn", "incapsula", "Imperva", .present),
        ("x-cdn", "imperva", "Imperva", .present),
        ("set-cookie", "incap_ses_", "Imperva", .present),
        ("set-cookie", "visid_incap_", "Imperva", .present),
        ("x-px-block", "", "HUMAN (PerimeterX)", .challenge),
        ("set-cookie", "_pxhd=", "HUMAN (PerimeterX)", .present),
        ("server", "ddos-guard", "DDoS-Guard", .present),
        ("server", "qrator", "Qrator", .present),
        ("server", "wallarm", "Wallarm", .present),
        ("server", "reblaze", "Reblaze", .present),
        ("server", "mod_security", "ModSecurity", .block),
        ("set-cookie", "barra_counter_session", "Barracuda", .present),
        ("set-cookie", "fortiwafsid", "FortiWeb", .present),
    ]

    /// A rule for a page: the page in lower case must contain `text`.
    typealias PageRule = (text: String, product: String, strength: FirewallSignature.Strength)

    /// Returns the rules whose text is in `page`, in the order of the list; searches for all texts in one pass.
    static func pageRules(for page: ArraySlice<UInt8>) -> [PageRule] {
        let texts = pages.map { Array($0.text.utf8) }
        // Each access to a static property checks whether it is initialized.
        let pairBeginsText = pairBeginsText
        var found: Set<Int> = []
        page.withUnsafeBufferPointer { bytes in
            for start in bytes.indices.dropLast() where pairBeginsText[Int(bytes[start]) << 8 | Int(bytes[start + 1])] {
                for (index, text) in texts.enumerated() where bytes[start...].starts(with: text) { found.insert(index) }
            }
        }
        return found.sorted().map { pages[$0] }
    }

    /// Whether the text of a rule begins with a pair of bytes; the index is the pair as a big-endian number.
    private static let pairBeginsText: [Bool] = {
        var pairs = [Bool](repeating: false, count: 1 << 16)
        for text in pages.map({ Array($0.text.utf8) }) { pairs[Int(text[0]) << 8 | Int(text[1])] = true }
        return pairs
    }()

    /// Signs in lower case; excludes those that also occur in normal pages behind a product, such as its scripts.
    static let pages: [PageRule] = [
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
        // The style sheet is as good a sign as the product's name, which follows only after several KiB.
        (".wf-btn.wf-focus", "Wordfence", .block),
        ("generated by wordfence", "Wordfence", .block),
        ("the requested url was rejected. please consult with your administrator", "F5 BIG-IP", .block),
        ("configured to block access from your country", "Amazon CloudFront", .block),
        ("<title>azure waf", "Azure WAF", .challenge),
        ("azure waf js challenge", "Azure WAF", .challenge),
        ("this error was generated by mod_security", "ModSecurity", .block),
    ]
}

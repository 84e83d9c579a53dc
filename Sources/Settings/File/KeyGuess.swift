import Basics

/// Suggests a known word for an unknown one.
enum KeyGuess {
    /// The keys that other words probably mean; the words are in lower case, without separators.
    private static let synonyms: [String: String] = [
        "concurrency": "max_concurrency", "parallel": "max_concurrency", "threads": "max_concurrency",
        "retries": "max_retries", "retry": "max_retries", "maxretry": "max_retries", "maxredirect": "max_redirects",
        "redirects": "max_redirects", "progress": "no_progress", "useragent": "user_agent",
        "resolver": "dns_servers", "dns": "dns_servers", "nameservers": "dns_servers", "ca": "cacert",
        "cafile": "cacert", "excludes": "exclude", "ignore": "waivers", "ignores": "waivers",
        "severity": "severities", "file": "lists", "files": "lists", "host": "name", "hostname": "name",
        "url": "name", "email": "contact", "mail": "contact", "phone": "contact", "chat": "contact", "label": "tags",
        "labels": "tags", "apps": "app_ids", "appid": "app_ids", "expected": "expect",
        "expectedappids": "app_ids", "expires": "until", "expiry": "until", "end": "until", "why": "reason",
        "comment": "reason", "finding": "code", "pattern": "domain", "report": "outputs", "reports": "outputs",
        "hosts": "domains", "targets": "domains", "doesntopen": "does_not_open", "notopens": "does_not_open",
    ]

    /// Returns “did you mean …?” with a similar word of `known`; without one, `fallback`, by default all of `known`.
    static func hint(for word: String, among known: [String], fallback: String? = nil) -> String {
        let plain = normalised(word)
        let likely =
            known.first { normalised($0) == plain }
            ?? known.first { $0 == synonyms[plain] }
            ?? Spelling.nearest(to: plain, among: known, normalised: normalised)
        if !plain.isEmpty, let likely { return "did you mean “\(likely)”?" }
        return fallback ?? "expected one of \(known.joined(separator: ", "))"
    }

    private static func normalised(_ word: String) -> String { Spelling.plain(word, without: "_-.") }
}

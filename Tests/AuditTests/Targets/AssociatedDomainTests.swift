import Testing

@testable import Audit

/// The entries of an app's list of domains.
struct AssociatedDomainTests {
    /// An entry, the host that must serve the file, the problems of the entry, and its correct form.
    struct Row: Sendable, CustomTestStringConvertible {
        var entry: String
        var host: String?
        var wildcard = false
        var modes: [AssociatedDomain.Mode] = []
        var problems: [String] = []
        var corrected: String?

        var testDescription: String { entry }
    }

    static let rows: [Row] = [
        Row(entry: "applinks:example.com", host: "example.com", corrected: "applinks:example.com"),
        Row(
            entry: "webcredentials:*.example.com", host: "example.com", wildcard: true,
            corrected: "webcredentials:*.example.com"),
        Row(
            entry: "applinks:*.example.com?mode=developer+managed", host: "example.com", wildcard: true,
            modes: [.developer, .managed], corrected: "applinks:*.example.com?mode=developer+managed"),
        Row(entry: "applinks:example.com:8443", host: "example.com", corrected: "applinks:example.com:8443"),
        Row(
            entry: "applinks:https://example.com/", host: "example.com", problems: ["has a scheme", "ends in a slash"],
            corrected: "applinks:example.com"),
        Row(
            entry: "https://example.com", host: "example.com", problems: ["has no service", "has a scheme"],
            corrected: "applinks:example.com"),
        Row(
            entry: "example.com", host: "example.com", problems: ["has no service"], corrected: "applinks:example.com"),
        Row(
            entry: "applink:example.com", host: "example.com",
            problems: ["“applink”, which is not a service; applinks is one"],
            corrected: "applinks:example.com"),
        Row(
            entry: "applinks:example.com/path/*", host: "example.com", problems: ["has “/path/*” behind the host"],
            corrected: "applinks:example.com"),
        Row(
            entry: "applinks:example.com?mode=develop", host: "example.com", problems: ["ends in “?mode=develop”"],
            corrected: "applinks:example.com"),
        Row(
            entry: "applinks:www.*.example.com", host: "example.com", problems: ["has an asterisk"],
            corrected: "applinks:example.com"),
        Row(
            entry: "applinks:*example.com", host: "example.com", problems: ["has an asterisk"],
            corrected: "applinks:example.com"),
        Row(
            entry: "appclips:*.example.com", host: "example.com", wildcard: true,
            problems: ["which appclips does not support"],
            corrected: "appclips:example.com"),
        Row(
            entry: "applinks:bücher.example", host: "xn--bcher-kva.example", problems: ["not in its ASCII form"],
            corrected: "applinks:xn--bcher-kva.example"),
        Row(
            entry: " applinks:example.com", host: "example.com", problems: ["has white space around it"],
            corrected: "applinks:example.com"),
        Row(entry: "applinks:example.com" + String(repeating: "?", count: 5000), problems: ["ends in"]),
        Row(entry: "applinks:$(DOMAIN)"), Row(entry: "applinks:"), Row(entry: "applinks:exa mple.com"),
        Row(entry: "", problems: ["has no service"]),
        Row(entry: "applinks:*", problems: ["has an asterisk"]),
    ]

    @Test(arguments: rows)
    func readsAnEntry(_ row: Row) {
        let domain = AssociatedDomain(row.entry)
        let target = try? domain.target.get()
        #expect(target?.host == row.host)
        #expect((target?.isWildcard ?? false) == row.wildcard)
        #expect(domain.modes == row.modes)
        #expect(domain.problems.count == row.problems.count, "\(domain.problems)")
        for (problem, words) in zip(domain.problems, row.problems) { #expect(problem.contains(words), "\(problem)") }
        #expect(domain.corrected == row.corrected)
        // The corrected entry has no problems.
        if let corrected = domain.corrected { #expect(AssociatedDomain(corrected).problems.isEmpty) }
    }

    /// The exact host takes precedence, then the longest wildcard, which covers only hosts below its domain.
    @Test(arguments: [
        ("https://example.com/a", "example.com"), ("https://a.users.example.com/", "users.example.com"),
        ("https://users.example.com/", "example.com"), ("https://www.example.com/", "www.example.com"),
        ("https://x.example.com/", "example.com"), ("https://other.test/", "other.test"),
        ("https://x.example.com:8443/", "x.example.com"),
    ])
    func aLinkBelongsToTheLongestEntry(url: String, host: String) throws {
        let targets = try ["*.example.com", "*.users.example.com", "www.example.com"].map { try TargetParser.parse($0) }
        #expect(try ExpectedLink(url).domain(among: targets).host == host)
    }
}

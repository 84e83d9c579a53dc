import Findings
import Testing
import Transport

@testable import Audit
@testable import Records
@testable import Reports

/// The problems to fix first.
struct FixPlannerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reports: [DomainReport]
        /// The steps as "names: code: reason".
        var steps: [String]
    }

    private static let systems: [AppleSystem] = [.iOS9To12, .iOS13, .iOS14]

    static let rows: [Row] = [
        Row(
            testDescription: "what is well, accepted or not understood needs nothing",
            reports: [
                report("a", .pass), report("b", .accepted, [finding(.redirect)]),
                report("c", .invalid),
            ], steps: []),
        Row(
            testDescription: "production before the rest, whatever is hurt",
            reports: [
                report("a", .fail, [finding(.redirect)], hurts: systems),
                report("b", .fail, [finding(.fileMissing)], tags: ["env:Production"], hurts: [.iOS13]),
            ],
            steps: [
                "b: file-missing: tagged env:Production; links do not open the app on iOS 13",
                "a: redirect: links do not open the app",
            ]),
        Row(
            testDescription: "systems hurt, those of today first",
            reports: [
                report("a", .fail, [finding(.redirect)], hurts: [.iOS9To12, .iOS13]),
                report("b", .fail, [finding(.fileMissing)], hurts: systems),
                report("c", .fail, [finding(.jsonInvalid)], hurts: [.iOS14, .iOS13]),
            ],
            steps: [
                "b: file-missing: links do not open the app",
                "c: json-invalid: links do not open the app on iOS 14 and later",
                "a: redirect: links do not open the app on iOS 13 and earlier",
            ]),
        Row(
            testDescription: "one problem is told together, where its worst domain is",
            reports: [
                report("a", .fail, [finding(.redirect)], owner: "Web", hurts: [.iOS13]),
                report("b", .fail, [finding(.fileMissing)], owner: "Web", hurts: [.iOS9To12, .iOS13]),
                report("c", .fail, [finding(.redirect)], owner: "Shop", hurts: systems),
            ],
            steps: [
                "c: redirect: links do not open the app",
                "a: redirect: links do not open the app on iOS 13",
                "b: file-missing: links do not open the app on iOS 13 and earlier",
            ]),
        Row(
            testDescription: "errors before what could not be checked, warnings last",
            reports: [
                report("a", .warn, [finding(.tlsCertificateExpiring)], tags: ["production"]),
                report("b", .unreachable, [finding(.dnsNotFound)], tags: ["production"]),
                report("c", .fail, [finding(.jsonInvalid)], hurts: [.iOS13]),
            ],
            steps: [
                "c: json-invalid: links do not open the app on iOS 13",
                "b: dns-not-found: tagged production; not checked",
                "a: tls-certificate-expiring: tagged production",
            ]),
        Row(
            testDescription: "new before old",
            reports: [
                report("a", .fail, [finding(.redirect, state: .still)], hurts: systems),
                report("b", .fail, [finding(.fileMissing, state: .new)], hurts: systems),
                report("c", .fail, [finding(.jsonInvalid, state: .returned)], hurts: systems),
            ],
            steps: [
                "b: file-missing: links do not open the app; new problem",
                "c: json-invalid: links do not open the app; the problem has returned",
                "a: redirect: links do not open the app",
            ]),
        Row(
            testDescription: "one owner settles two domains; one cause each",
            reports: [
                report("x", .fail, [finding(.redirect)], owner: "Kim"),
                report("a", .fail, [finding(.tlsCertificateExpired)], owner: "Dana", contact: "#web"),
                report("y", .fail, [finding(.fileMissing)], owner: "Dana", contact: "#web"),
                report("b", .fail, [finding(.tlsCertificateExpired)], owner: "Dana", contact: "#web"),
            ],
            steps: [
                "a, b: tls-certificate-expired: 2 domains of Dana (#web)",
                "x: redirect: ", "y: file-missing: ",
            ]),
        Row(
            testDescription: "without owners one certificate, one file",
            reports: [
                report("a", .fail, [finding(.tlsCertificateExpired)], certificate: "11"),
                report("b", .fail, [finding(.tlsCertificateExpired)], certificate: "22"),
                report("c", .fail, [finding(.jsonInvalid)], sha256: "33"),
                report("d", .fail, [finding(.jsonInvalid)], sha256: "33"),
                report("e", .fail, [finding(.jsonInvalid)], sha256: "33"),
                report("f", .fail, [finding(.tlsCertificateExpired)], certificate: "11"),
            ],
            steps: [
                "c, d, e: json-invalid: 3 domains with the same file (one change fixes all)",
                "a, f: tls-certificate-expired: 2 domains with one certificate (one change fixes all)",
                "b: tls-certificate-expired: ",
            ]),
        Row(
            testDescription: "one certificate is one repair, whoever owns the domains; one server is not",
            reports: [
                report("a", .fail, [finding(.tlsCertificateExpired)], owner: "Kim", certificate: "11"),
                report("b", .fail, [finding(.tlsCertificateExpired)], owner: "Dana", certificate: "11"),
                report("c", .fail, [finding(.redirect)], owner: "Kim", address: "192.0.2.1"),
                report("d", .fail, [finding(.redirect)], owner: "Dana", address: "192.0.2.1"),
            ],
            steps: [
                "a, b: tls-certificate-expired: 2 domains with one certificate (one change fixes all); "
                    + "owners: Kim and Dana",
                "c: redirect: ",
                "d: redirect: ",
            ]),
        Row(
            testDescription: "three tags at most, also where the domains of several owners are one repair",
            reports: ["prod", "live", "revenue", "payment", "critical"].map { tag in
                report(
                    tag, .fail, [finding(.tlsCertificateExpired)], owner: tag, tags: [tag], certificate: "11")
            },
            steps: [
                "prod, live, revenue, payment, critical: tls-certificate-expired: tagged prod, live, revenue; "
                    + "5 domains with one certificate (one change fixes all); "
                    + "owners: prod, live, revenue, payment and critical"
            ]),
        Row(
            testDescription: "domains that lead to one other host",
            reports: [
                report("a.test", .fail, [finding(.redirect)], redirectsTo: "https://brand.test/a"),
                report("b.test", .fail, [finding(.redirect)], redirectsTo: "https://www.b.test/"),
                report("c.test", .fail, [finding(.redirect)], redirectsTo: "http://BRAND.test:80?c"),
                report("d.test", .fail, [finding(.redirect)], redirectsTo: "nowhere"),
            ],
            steps: [
                "a.test, c.test: redirect: 2 domains that lead to brand.test",
                "b.test: redirect: ", "d.test: redirect: ",
            ]),
        Row(
            testDescription: "what is broken before what is only fragile; five at most",
            reports: [report("w", .warn, [finding(.tlsCertificateExpiring)], tags: ["production"])]
                + (1...7).map { report("d\($0)", .unreachable, [finding(.connectRefused)]) },
            steps: (1...5).map { "d\($0): connect-refused: not checked" }),
    ]

    @Test(arguments: rows)
    func ranks(_ row: Row) {
        var planner = FixPlanner()
        for report in row.reports { planner.add(report) }
        let steps = planner.plan.steps.map { "\($0.domains.text(limit: 9)): \($0.code.rawValue): \($0.reason)" }
        #expect(steps == row.steps)
    }

    @Test(arguments: [(["Tier 1"], "c"), (["gold"], "b"), ([], "a")])
    func aSettingNamesTheTagsThatComeFirst(tags: [String], first: String) {
        var planner = FixPlanner(productionTags: tags)
        for (name, tag) in [("a", "production"), ("b", "class:Gold"), ("c", "tier 1")] {
            planner.add(Self.report(name, .fail, [Self.finding(.redirect)], tags: [tag]))
        }
        #expect(planner.plan.steps.first?.domains.names == [first])
    }

    /// The reasons for the order only mention differences between the steps.
    @Test func statesTheOrder() {
        var planner = FixPlanner()
        planner.add(Self.report("a", .fail, [Self.finding(.redirect)]))
        planner.add(Self.report("b", .fail, [Self.finding(.fileMissing)]))
        #expect(planner.plan.order == "by list position")
        planner.add(Self.report("c", .fail, [Self.finding(.jsonInvalid)], tags: ["production"]))
        planner.add(Self.report("d", .warn, [Self.finding(.locationsDiffer)]))
        #expect(planner.plan.order == "by severity (errors first), then production tag, then list position")
    }

    /// The number of further fixes matches their list.
    @Test func listsLaterSteps() {
        var planner = FixPlanner()
        for number in 1...30 {
            planner.add(Self.report("d\(number)", .fail, [Self.finding(.redirect)], owner: "o\(number)"))
        }
        let plan = planner.plan
        #expect(plan.count == 30)
        #expect(plan.others.map(\.domains.names) == (6...30).map { ["d\($0)"] })
        #expect(
            plan.othersText()?.hasPrefix("25 more fixes: Serve the file without a redirect (20 fixes: d6; d7; ") == true
        )
        #expect(plan.othersText()?.hasSuffix("; d25); and 5 more.") == true)
        var few = FixPlanner()
        few.add(Self.report("a", .fail, [Self.finding(.redirect)]))
        #expect(few.plan.othersText() == nil)
    }

    /// The group of a domain identifies its step.
    @Test func groupsHaveThePositionsOfTheirSteps() {
        var planner = FixPlanner()
        let warned = planner.add(Self.report("a", .warn, [Self.finding(.locationsDiffer)]))
        let expired = ["Kim", "Dana"].map { owner in
            planner.add(
                Self.report(
                    owner, .fail, [Self.finding(.tlsCertificateExpired)], owner: owner, certificate: "11"))
        }
        let passed = planner.add(Self.report("d", .pass))
        #expect(passed == nil)
        let positions = planner.plan.positions
        #expect(expired.map { $0.flatMap { positions[$0] } } == [0, 0])
        #expect(warned.flatMap { positions[$0] } == 1)
        #expect(positions.count == 3)
    }

    @Test func memoryIsBounded() {
        var planner = FixPlanner()
        for number in 0..<20_000 {
            planner.add(Self.report("d\(number)", .fail, [Self.finding(.redirect)], owner: "o\(number)"))
        }
        #expect(planner.plan.steps.count == FixPlanner.Plan.maxSteps)
    }

    /// An urgent problem is found even if it is added after the memory limit was reached.
    @Test func findsTheUrgentOneAmongMany() {
        var planner = FixPlanner()
        for number in 0..<25_000 { planner.add(Self.report("d\(number)", .warn, [Self.finding(.redirect)])) }
        planner.add(Self.report("last", .fail, [Self.finding(.fileMissing)], hurts: Self.systems))
        for number in 0..<25_000 { planner.add(Self.report("e\(number)", .warn, [Self.finding(.redirect)])) }
        #expect(planner.plan.steps.first?.domains.names == ["last"])
        #expect(planner.plan.steps.count == FixPlanner.Plan.maxSteps)
    }

    /// Domains without an owner are fixed together if the same people are to be asked.
    @Test func contactsAreAskedInPlaceOfOwners() {
        var planner = FixPlanner()
        for (name, contact) in [("a", "#web"), ("b", nil), ("c", "#web"), ("d", "#shop")] {
            planner.add(Self.report(name, .fail, [Self.finding(.redirect)], contact: contact))
        }
        let fixes = planner.plan.steps.map { "\($0.domains.names.joined(separator: ", ")): \($0.unownedText)" }
        #expect(
            fixes.sorted() == [
                "a, c: No owner: ask #web", "b: No owner: ask the web server's administrators",
                "d: No owner: ask #shop",
            ])
    }
}

// Reports of fictitious domains.
extension FixPlannerTests {
    private static func report(
        _ name: String, _ status: DomainStatus, _ findings: [Finding] = [], owner: String? = nil,
        contact: String? = nil, tags: [String] = [], hurts: [AppleSystem] = [], certificate: String? = nil,
        sha256: String? = nil, address: String? = nil, redirectsTo: String? = nil
    ) -> DomainReport {
        let leaf = certificate.map { hash in
            var leaf = Samples.leaf
            leaf.sha256 = hash
            return leaf
        }
        let exchange = Exchange(
            url: "https://\(name)/", startedAt: Samples.now, address: address,
            status: status == .unreachable ? nil : 200,
            tls: leaf.map { TLSFacts(verification: .failed, nameVerification: .passed, chain: [$0]) })
        return DomainReport(
            Target(
                input: name, domain: DomainID(host: name),
                people: DomainPeople(owner: owner, contact: contact, tags: tags)),
            status: status,
            verdicts: AppleSystem.allCases.map {
                Verdict(
                    system: $0, outcome: hurts.contains($0) ? .doesNotWork : .works,
                    because: hurts.contains($0) ? findings.map(\.code) : [])
            },
            wellKnown: LocationReport(
                url: "https://\(name)/", outcome: status == .pass ? .served : .unusable, exchange: exchange,
                redirects: redirectsTo.map {
                    [RedirectTrail.Hop(status: 301, from: "https://\(name)/", to: $0, address: nil)]
                } ?? [], sha256: sha256),
            findings: findings, startedAt: Samples.now)
    }

    private static func finding(_ code: FindingCode, state: ChangeKind? = nil) -> Finding {
        var finding = Finding(code, location: .wellKnown, message: "Seen.")
        finding.state = state
        return finding
    }
}

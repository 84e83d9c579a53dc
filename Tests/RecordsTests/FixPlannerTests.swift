import Findings
import Records
import Testing

@testable import Audit

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
                Reports.report("a", .pass), Reports.report("b", .accepted, [Reports.finding(.redirect)]),
                Reports.report("c", .invalid),
            ], steps: []),
        Row(
            testDescription: "production before the rest, whatever is hurt",
            reports: [
                Reports.report("a", .fail, [Reports.finding(.redirect)], hurts: systems),
                Reports.report("b", .fail, [Reports.finding(.fileMissing)], tags: ["env:Production"], hurts: [.iOS13]),
            ],
            steps: [
                "b: file-missing: tagged env:Production; links do not open the app on iOS 13",
                "a: redirect: links do not open the app",
            ]),
        Row(
            testDescription: "systems hurt, those of today first",
            reports: [
                Reports.report("a", .fail, [Reports.finding(.redirect)], hurts: [.iOS9To12, .iOS13]),
                Reports.report("b", .fail, [Reports.finding(.fileMissing)], hurts: systems),
                Reports.report("c", .fail, [Reports.finding(.jsonInvalid)], hurts: [.iOS14, .iOS13]),
            ],
            steps: [
                "b: file-missing: links do not open the app",
                "c: json-invalid: links do not open the app on iOS 14 and later",
                "a: redirect: links do not open the app on iOS 13 and earlier",
            ]),
        Row(
            testDescription: "one problem is told together, where its worst domain is",
            reports: [
                Reports.report("a", .fail, [Reports.finding(.redirect)], owner: "Web", hurts: [.iOS13]),
                Reports.report("b", .fail, [Reports.finding(.fileMissing)], owner: "Web", hurts: [.iOS9To12, .iOS13]),
                Reports.report("c", .fail, [Reports.finding(.redirect)], owner: "Shop", hurts: systems),
            ],
            steps: [
                "c: redirect: links do not open the app",
                "a: redirect: links do not open the app on iOS 13",
                "b: file-missing: links do not open the app on iOS 13 and earlier",
            ]),
        Row(
            testDescription: "errors before what could not be checked, warnings last",
            reports: [
                Reports.report("a", .warn, [Reports.finding(.tlsCertificateExpiring)], tags: ["production"]),
                Reports.report("b", .unreachable, [Reports.finding(.dnsNotFound)], tags: ["production"]),
                Reports.report("c", .fail, [Reports.finding(.jsonInvalid)], hurts: [.iOS13]),
            ],
            steps: [
                "c: json-invalid: links do not open the app on iOS 13",
                "b: dns-not-found: tagged production; not checked",
                "a: tls-certificate-expiring: tagged production",
            ]),
        Row(
            testDescription: "new before old",
            reports: [
                Reports.report("a", .fail, [Reports.finding(.redirect, state: .still)], hurts: systems),
                Reports.report("b", .fail, [Reports.finding(.fileMissing, state: .new)], hurts: systems),
                Reports.report("c", .fail, [Reports.finding(.jsonInvalid, state: .returned)], hurts: systems),
            ],
            steps: [
                "b: file-missing: links do not open the app; new problem",
                "c: json-invalid: links do not open the app; the problem has returned",
                "a: redirect: links do not open the app",
            ]),
        Row(
            testDescription: "one owner settles two domains; one cause each",
            reports: [
                Reports.report("x", .fail, [Reports.finding(.redirect)], owner: "Kim"),
                Reports.report("a", .fail, [Reports.finding(.tlsCertificateExpired)], owner: "Dana", contact: "#web"),
                Reports.report("y", .fail, [Reports.finding(.fileMissing)], owner: "Dana", contact: "#web"),
                Reports.report("b", .fail, [Reports.finding(.tlsCertificateExpired)], owner: "Dana", contact: "#web"),
            ],
            steps: [
                "a, b: tls-certificate-expired: 2 domains of Dana (#web)",
                "x: redirect: ", "y: file-missing: ",
            ]),
        Row(
            testDescription: "without owners one certificate, one file",
            reports: [
                Reports.report("a", .fail, [Reports.finding(.tlsCertificateExpired)], certificate: "11"),
                Reports.report("b", .fail, [Reports.finding(.tlsCertificateExpired)], certificate: "22"),
                Reports.report("c", .fail, [Reports.finding(.jsonInvalid)], sha256: "33"),
                Reports.report("d", .fail, [Reports.finding(.jsonInvalid)], sha256: "33"),
                Reports.report("e", .fail, [Reports.finding(.jsonInvalid)], sha256: "33"),
                Reports.report("f", .fail, [Reports.finding(.tlsCertificateExpired)], certificate: "11"),
            ],
            steps: [
                "c, d, e: json-invalid: 3 domains with the same file (one change fixes all)",
                "a, f: tls-certificate-expired: 2 domains with one certificate (one change fixes all)",
                "b: tls-certificate-expired: ",
            ]),
        Row(
            testDescription: "one certificate is one repair, whoever owns the domains; one server is not",
            reports: [
                Reports.report("a", .fail, [Reports.finding(.tlsCertificateExpired)], owner: "Kim", certificate: "11"),
                Reports.report("b", .fail, [Reports.finding(.tlsCertificateExpired)], owner: "Dana", certificate: "11"),
                Reports.report("c", .fail, [Reports.finding(.redirect)], owner: "Kim", address: "192.0.2.1"),
                Reports.report("d", .fail, [Reports.finding(.redirect)], owner: "Dana", address: "192.0.2.1"),
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
                Reports.report(
                    tag, .fail, [Reports.finding(.tlsCertificateExpired)], owner: tag, tags: [tag], certificate: "11")
            },
            steps: [
                "prod, live, revenue, payment, critical: tls-certificate-expired: tagged prod, live, revenue; "
                    + "5 domains with one certificate (one change fixes all); "
                    + "owners: prod, live, revenue, payment and critical"
            ]),
        Row(
            testDescription: "domains that lead to one other host",
            reports: [
                Reports.report("a.test", .fail, [Reports.finding(.redirect)], redirectsTo: "https://brand.test/a"),
                Reports.report("b.test", .fail, [Reports.finding(.redirect)], redirectsTo: "https://www.b.test/"),
                Reports.report("c.test", .fail, [Reports.finding(.redirect)], redirectsTo: "http://BRAND.test:80?c"),
                Reports.report("d.test", .fail, [Reports.finding(.redirect)], redirectsTo: "nowhere"),
            ],
            steps: [
                "a.test, c.test: redirect: 2 domains that lead to brand.test",
                "b.test: redirect: ", "d.test: redirect: ",
            ]),
        Row(
            testDescription: "what is broken before what is only fragile; five at most",
            reports: [Reports.report("w", .warn, [Reports.finding(.tlsCertificateExpiring)], tags: ["production"])]
                + (1...7).map { Reports.report("d\($0)", .unreachable, [Reports.finding(.connectRefused)]) },
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
            planner.add(Reports.report(name, .fail, [Reports.finding(.redirect)], tags: [tag]))
        }
        #expect(planner.plan.steps.first?.domains.names == [first])
    }

    /// The reasons for the order only mention differences between the steps.
    @Test func statesTheOrder() {
        var planner = FixPlanner()
        planner.add(Reports.report("a", .fail, [Reports.finding(.redirect)]))
        planner.add(Reports.report("b", .fail, [Reports.finding(.fileMissing)]))
        #expect(planner.plan.order == "by list position")
        planner.add(Reports.report("c", .fail, [Reports.finding(.jsonInvalid)], tags: ["production"]))
        planner.add(Reports.report("d", .warn, [Reports.finding(.locationsDiffer)]))
        #expect(planner.plan.order == "by severity (errors first), then production tag, then list position")
    }

    /// The number of further fixes matches their list.
    @Test func listsLaterSteps() {
        var planner = FixPlanner()
        for number in 1...30 {
            planner.add(Reports.report("d\(number)", .fail, [Reports.finding(.redirect)], owner: "o\(number)"))
        }
        let plan = planner.plan
        #expect(plan.count == 30)
        #expect(plan.others.map(\.domains.names) == (6...30).map { ["d\($0)"] })
        #expect(
            plan.othersText()?.hasPrefix("25 more fixes: Serve the file without a redirect (20 fixes: d6; d7; ") == true
        )
        #expect(plan.othersText()?.hasSuffix("; d25); and 5 more.") == true)
        var few = FixPlanner()
        few.add(Reports.report("a", .fail, [Reports.finding(.redirect)]))
        #expect(few.plan.othersText() == nil)
    }

    /// The group of a domain identifies its step.
    @Test func groupsHaveThePositionsOfTheirSteps() {
        var planner = FixPlanner()
        let warned = planner.add(Reports.report("a", .warn, [Reports.finding(.locationsDiffer)]))
        let expired = ["Kim", "Dana"].map { owner in
            planner.add(
                Reports.report(
                    owner, .fail, [Reports.finding(.tlsCertificateExpired)], owner: owner, certificate: "11"))
        }
        let passed = planner.add(Reports.report("d", .pass))
        #expect(passed == nil)
        let positions = planner.plan.positions
        #expect(expired.map { $0.flatMap { positions[$0] } } == [0, 0])
        #expect(warned.flatMap { positions[$0] } == 1)
        #expect(positions.count == 3)
    }

    @Test func memoryIsBounded() {
        var planner = FixPlanner()
        for number in 0..<20_000 {
            planner.add(Reports.report("d\(number)", .fail, [Reports.finding(.redirect)], owner: "o\(number)"))
        }
        #expect(planner.plan.steps.count == FixPlanner.Plan.maxSteps)
    }

    /// An urgent problem is found even if it is added after the memory limit was reached.
    @Test func findsTheUrgentOneAmongMany() {
        var planner = FixPlanner()
        for number in 0..<25_000 { planner.add(Reports.report("d\(number)", .warn, [Reports.finding(.redirect)])) }
        planner.add(Reports.report("last", .fail, [Reports.finding(.fileMissing)], hurts: Self.systems))
        for number in 0..<25_000 { planner.add(Reports.report("e\(number)", .warn, [Reports.finding(.redirect)])) }
        #expect(planner.plan.steps.first?.domains.names == ["last"])
        #expect(planner.plan.steps.count == FixPlanner.Plan.maxSteps)
    }
}

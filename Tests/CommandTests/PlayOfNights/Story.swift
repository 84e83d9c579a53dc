import TestSupport

/// The play: Acme audits sixteen domains of three teams every night at 02:00.
enum Story {
    static let configuration = """
        # The domains of Acme; the list comes from the inventory every evening.
        lists: [domains.csv]
        include: [accepted.yaml]
        db: aasa-audit.sqlite
        outputs: [report.html, report.txt, aasa-audit.prom]
        notify: https://hooks.test/all
        webhooks:
          - {team: Shop, url: "https://hooks.test/shop"}
          - {team: News, url: "https://hooks.test/news"}
        min_targets: 80%

        """

    static let accepted = "# What Acme has accepted.\n"

    static let list =
        WorldServers.shop.prefix(6).map {
            World.Row(
                name: $0, team: "Shop", owner: "Dana Example",
                app: $0 == "shop06.test" ? "A1B2C3D4E5.com.acme.shop" : "")
        } + WorldServers.news.map { World.Row(name: $0, team: "News", owner: "Robin Example") }
        + WorldServers.web.map { World.Row(name: $0, team: "Web", owner: "Kim Example") }

    /// Eight of the ten initial errors; the other two are the bad certificates of shop04 and web02, which never change.
    static let errors: [String: World.Behaviour] = [
        "shop02.test": .status(404), "shop05.test": .redirect(to: "https://www.shop05.test"),
        "shop06.test": .fileOfAnotherApp, "news02.test": .page, "news03.test": .status(500),
        "news05.test": .brokenJSON, "web03.test": .status(404), "web05.test": .status(403),
    ]

    /// The text above the first night.
    static let introduction = """
        Every night at 02:00 the same command runs. Each page shows what it did: exit code, standard error, the messages to
        https://hooks.test, the files that were written with the beginning of the report, and what is different in metrics and
        history (`aasa-audit history --db aasa-audit.sqlite`) since the command before. Commands that somebody types at another
        time have their whole output. aasa-audit.yaml:

        ```yaml
        \(configuration)```

        domains.csv:

        ```
        \(World(list: list).csv)```
        """

    private static func type(_ time: String, _ arguments: String...) -> Night.Act {
        .command(at: time, arguments)
    }

    static let nights = [
        Night(
            "2026-11-01", "the first run finds ten errors",
            type("01:50", "config", "check", "aasa-audit.yaml"), .audit(),
            type(
                "09:00", "baseline", "accept", "shop02.test", "--config", "aasa-audit.yaml", "--reason",
                "The shop moves, ticket SHOP-7.", "--until", "2026-11-05"),
            type(
                "09:05", "baseline", "accept", "shop04.test", "shop05.test", "shop06.test", "news02.test",
                "news03.test",
                "news05.test", "web02.test", "web03.test", "web05.test", "--config", "aasa-audit.yaml", "--reason",
                "Known before aasa-audit was used.")),
        Night("2026-11-02", "the ten errors are accepted", .audit()),
        Night(
            "2026-11-03", "shop03 serves a web page",
            .change("shop03.test serves a web page in place of the file.") { $0.servers["shop03.test"] = .page },
            .audit(), type("09:15", "shop03.test", "--config", "aasa-audit.yaml"),
            type("09:20", "case", "https://shop03.test/buy/7", "--config", "aasa-audit.yaml"),
            .change("10:00: shop03.test serves the file again.") { $0.servers["shop03.test"] = nil },
            type("10:05", "shop03.test", "--config", "aasa-audit.yaml", "-o", "shop03.txt"),
            type("10:10", "match", "https://shop03.test/buy/7", "--config", "aasa-audit.yaml")),
        Night("2026-11-04", "shop03 is repaired", .audit()),
        Night("2026-11-05", "nothing happens, on the last day of a waiver", .audit()),
        Night("2026-11-06", "the waiver of shop02 has ended", .audit()),
        Night(
            "2026-11-07", "the list is cut off after seven domains",
            .change("The inventory broke off: domains.csv has its first seven domains only.") {
                $0.list = Array($0.list.prefix(7))
            }, .audit()),
        Night(
            "2026-11-08", "the list is whole again, and shop02 is repaired",
            .change("domains.csv is whole again. shop02.test serves the file.") {
                ($0.list, $0.servers["shop02.test"]) = (list, nil)
            }, .audit()),
        Night(
            "2026-11-09", "news04 breaks",
            .change("news04.test returns 500.") { $0.servers["news04.test"] = .status(500) }, .audit()),
        Night(
            "2026-11-10", "news04 moves from team News to team Shop, still broken",
            .change("domains.csv says team Shop and owner Dana Example for news04.test.") { world in
                for index in world.list.indices where world.list[index].name == "news04.test" {
                    (world.list[index].team, world.list[index].owner) = ("Shop", "Dana Example")
                }
            }, .audit(), type("09:00", "diff", "--config", "aasa-audit.yaml")),
        Night(
            "2026-11-11", "web04 is down",
            .change("Nothing listens at web04.test any more.") { $0.servers["web04.test"] = .refuses }, .audit()),
        Night(
            "2026-11-12", "the name server is down",
            .change("The name server fails for every domain; hooks.test has an entry in the hosts file.") {
                $0.namesAreFound = false
            }, .audit()),
        Night(
            "2026-11-13", "the clock of this machine is wrong",
            .change("The name server works again.") { $0.namesAreFound = true },
            .audit(clock: "2020-01-01 00:05:00")),
        Night(
            "2026-11-14", "the run is killed",
            .change("The clock is right again. web01.test never responds.") { $0.servers["web01.test"] = .stalls },
            .killedAudit(waitingFor: "web01.test", done: 15)),
        Night(
            "2026-11-15", "a whole day later, with --resume",
            .change("web01.test responds again; web04.test is still down.") { $0.servers["web01.test"] = nil },
            .audit(more: ["--resume"])),
        Night(
            "2026-11-16", "a run is killed, and resumed in the morning",
            .change("web01.test never responds.") { $0.servers["web01.test"] = .stalls },
            .killedAudit(waitingFor: "web01.test", done: 15),
            .change("08:00: web01.test responds again; web04.test is still down.") { $0.servers["web01.test"] = nil },
            .audit(at: "08:30", more: ["--resume"])),
        Night(
            "2026-11-17", "a new version of the program, and repairs",
            .change("web04.test is up again, and news04.test serves the file.") {
                ($0.servers["web04.test"], $0.servers["news04.test"]) = (nil, nil)
            }, .earlierRules("2026.1"), .audit(), type("09:00", "history", "web04.test", "--config", "aasa-audit.yaml")),
        Night("2026-11-18", "two programs at once", .twoAudits(waitingFor: "web01.test", done: 15)),
        Night(
            "2026-11-19", "web05 leaves the list, shop07 joins it",
            .change("domains.csv has shop07.test in place of web05.test. shop07.test answers 404.") {
                $0.list.removeAll { $0.name == "web05.test" }
                $0.list.append(World.Row(name: "shop07.test", team: "Shop", owner: "Dana Example"))
                $0.servers["shop07.test"] = .status(404)
            }, .audit(),
            type(
                "09:00", "baseline", "accept", "shop07.test", "--config", "aasa-audit.yaml", "--reason",
                "Opens in December.", "--until", "2026-11-20"),
            type("09:05", "baseline", "accept", "--config", "aasa-audit.yaml")),
        Night("2026-11-21", "the waiver of shop07 has ended", .audit()),
    ]
}

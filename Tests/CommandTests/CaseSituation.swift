import Foundation
import TestSupport
import Testing

/// A link with a reported problem, and its servers, including a replacement for Apple's CDN.
struct CaseSituation: Sendable, CustomTestStringConvertible {
    var name: String
    var link: String
    var arguments: [String] = []
    var sites: [String: Site]
    /// The responses of the replacement for Apple's CDN by host; 404 for other hosts.
    var copies: [String: Answer] = [:]
    /// The configuration; `nil` if there is none.
    var configuration: String?
    /// Whether nothing is listening at the port of the servers.
    var isDown = false
    var status: Int32

    var testDescription: String { name }

    /// The command, as shown above its answer.
    var command: String { "aasa-audit case " + (arguments + [link]).joined(separator: " ") + "   # \(name)" }

    static let host = "shop.test"
    static let page = Answer.ok(Sample.page, type: "text/html; charset=utf-8")
    static let app = "A1B2C3D4E5.com.acme.shop"

    /// Returns a file in the old and the new form, for links below `folder`.
    static func file(_ folder: String = "buy") -> Answer {
        .ok(
            """
            {
              "applinks": {
                "apps": [],
                "details": [
                  {
                    "appID": "\(app)",
                    "appIDs": ["\(app)"],
                    "paths": ["NOT /\(folder)/internal/*", "/\(folder)/*"],
                    "components": [
                      { "/": "/\(folder)/internal/*", "exclude": true },
                      { "/": "/\(folder)/*" }
                    ]
                  }
                ]
              }
            }

            """)
    }

    static func refusal(_ reason: String) -> Answer {
        .raw(
            "HTTP/1.1 404 Not Found\r\nApple-Failure-Reason: \(reason)\r\n"
                + "Content-Length: 10\r\n\r\nNot Found\n")
    }

    /// Returns a site with existing pages.
    static func site(_ file: Answer = file(), certificate: ServerCertificate = .good) -> Site {
        Site(wellKnown: file, certificate: certificate, otherwise: page)
    }

    static let all: [CaseSituation] = [
        CaseSituation(
            name: "everything is correct", link: "https://shop.test/buy/7", sites: [host: site()],
            copies: [host: file()], status: 0),
        CaseSituation(
            name: "no file", link: "https://shop.test/buy/7",
            sites: [host: Site(wellKnown: .status(404), answers: ["/buy/7": page])],
            copies: [host: refusal("SWCERR00101 Bad HTTP Response")], status: 2),
        CaseSituation(
            name: "expired certificate", link: "https://shop.test/buy/7",
            sites: [host: site(certificate: .expired)],
            configuration: """
                domains:
                  - name: shop.test
                    owner: Dana Example
                    team: Shop
                    contact: dana@example.com

                """, status: 2),
        CaseSituation(
            name: "the file is redirected", link: "https://shop.test/buy/7",
            sites: [
                host: site(.redirect(to: "https://www.shop.test\(Site.wellKnownPath)")), "www.shop.test": site(),
            ],
            copies: [
                host: .raw(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                        + "Apple-From: https://shop.test\(Site.wellKnownPath), https://www.shop.test\(Site.wellKnownPath)\r\n"
                        + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
            ], status: 2),
        CaseSituation(
            name: "excluded path", link: "https://shop.test/buy/internal/7", sites: [host: site()],
            copies: [host: file()], status: 2),
        CaseSituation(
            name: "letter case", link: "https://shop.test/Buy/7", sites: [host: site()], copies: [host: file()],
            status: 2),
        CaseSituation(
            name: "wrong team", link: "https://shop.test/buy/7",
            arguments: ["--app-id", "Z9Y8X7W6V5.com.acme.shop"], sites: [host: site()], copies: [host: file()],
            status: 2),
        CaseSituation(
            name: "Apple's copy is out of date", link: "https://shop.test/buy/7", sites: [host: site()],
            copies: [host: file("karte")], status: 2),
        CaseSituation(
            name: "the server broke after Apple's last fetch", link: "https://shop.test/buy/7",
            sites: [host: site(.status(500))], copies: [host: file()], status: 0),
        CaseSituation(
            name: "tracking link", link: "https://click.mail.test/x/1?to=2",
            sites: [
                "click.mail.test": Site(
                    wellKnown: .status(404),
                    answers: ["/x/1": .redirect(to: "https://shop.test/buy/7?utm=mail", status: 302)]),
                host: site(),
            ], copies: [host: file()], status: 2),
        CaseSituation(
            name: "a web page for every address", link: "https://shop.test/buy/7", sites: [host: .everywhere(page)],
            copies: [host: refusal("SWCERR00401 Bad JSON content")], status: 2),
        CaseSituation(
            name: "unreachable", link: "https://shop.test/buy/7", sites: [host: site()], isDown: true, status: 4),
    ]

    private static let text = """
        {"applinks":{"apps":[],"details":[{"appID":"\(app)","appIDs":["\(app)"],"paths":["NOT /buy/internal/*","/buy/*"],\
        "components":[{"/":"/buy/internal/*","exclude":true},{"/":"/buy/*"}]}]}}
        """

    /// Runs `body` with the arguments of the command.
    func run(_ body: ([String], FaultServer) async throws -> Void) async throws {
        var sites = sites
        let answers = copies.map { ("/a/v1/\($0.key)", $0.value) }
        sites["cdn.test"] = Site(wellKnown: .status(404), answers: Dictionary(uniqueKeysWithValues: answers))
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            var arguments = arguments
            let port = try UnusedPort()
            if isDown { arguments[1] = ":443:127.0.0.1:\(port.number)" }
            if let configuration {
                let path = "\(folder)/aasa-audit.yaml"
                try configuration.write(toFile: path, atomically: true, encoding: .utf8)
                arguments += ["--config", path]
            }
            try await body(
                ["case", link, "--cdn-url", "https://cdn.test", "--max-retries", "0"] + self.arguments + arguments,
                server)
        }
    }
}

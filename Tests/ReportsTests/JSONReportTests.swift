import Findings
import Foundation
import Records
import Reports
import Runs
import Testing
import Transport

@testable import Audit

struct JSONReportTests {
    private func document(
        _ reports: [DomainReport], bodies: FileTextPolicy = .findings, complete: Bool = true
    ) -> String {
        let sink = MemorySink()
        var run = SampleRun(domains: reports, complete: complete)
        run.duration = 1
        do {
            try JSONReport(bodies: bodies).render(run, to: sink)
        } catch {
            Issue.record(error)
        }
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func writesTheDocumentOfTheContract() {
        #expect(document([Samples.redirecting, Samples.invalid]) == Self.expectedDocument)
    }

    @Test func writesAnEmptyRun() throws {
        let report = try object(document([], complete: false))
        #expect(report["complete"] as? Bool == false)
        #expect((report["domains"] as? [Any])?.isEmpty == true)
        #expect((report["summary"] as? [String: Any])?["targets"] as? Int == 0)
    }

    @Test func countsStatusesAndCodes() throws {
        let summary = try #require(try object(document(Samples.all))["summary"] as? [String: Any])
        let counts = DomainStatus.allCases.map { summary[$0.rawValue] as? Int }
        #expect(counts == [1, 0, 3, 1, 1, 0])
        #expect(summary["targets"] as? Int == 6)
        #expect(
            summary["findings"] as? [String: Int]
                == ["redirect": 1, "tls-certificate-expired": 1, "connect-refused": 1, "json-invalid": 1])
    }

    @Test func countsWhereLinksOpenTheApp() throws {
        let report = try object(document(Estate.kinds))
        let domains = try #require(report["domains"] as? [[String: Any]])
        let counts = try #require((report["summary"] as? [String: Any])?["opensApp"] as? [String: Int])
        let answers = domains.compactMap { $0["opensApp"] as? String }
        #expect(answers.count == domains.count)
        for answer in LinkAnswer.allCases {
            #expect(counts[answer.rawValue] == answers.count { $0 == answer.rawValue }, "\(answer)")
            #expect(answers.contains(answer.rawValue), "\(answer)")
        }
    }

    @Test(arguments: [FileTextPolicy.findings, .always, .never])
    func staysJSONWhateverAServerSends(bodies: FileTextPolicy) throws {
        let text = document([Samples.hostile], bodies: bodies)
        let domain = try #require((try object(text)["domains"] as? [[String: Any]])?.first)
        #expect(domain["input"] as? String == Samples.attack)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
        let location = try #require((domain["locations"] as? [String: Any])?["wellKnown"] as? [String: Any])
        let chain = try #require((location["tls"] as? [String: Any])?["chain"] as? [[String: Any]])
        #expect(chain.first?["notBefore"] is NSNull)
        #expect(chain.first?["notAfter"] is NSNull)
        let timings = try #require(location["timings"] as? [String: Any])
        #expect(timings["dnsMs"] is NSNull)
        #expect(timings["connectMs"] is NSNull)
        #expect(timings["tlsMs"] as? Double == 0)
    }

    @Test(arguments: [
        (FileTextPolicy.findings, false, false), (.findings, true, true), (.always, false, true), (.never, true, false),
    ])
    func carriesTheFileWhereItIsWanted(bodies: FileTextPolicy, pointed: Bool, wanted: Bool) throws {
        var report = Samples.passing
        report.file?.bytes = Array("{}".utf8)
        report.findings = [
            Finding(.serviceNone, location: .wellKnown, message: "None.", pointer: pointed ? "" : nil)
        ]
        let line = String(decoding: report.line(bodies), as: UTF8.self)
        let file = try #require(try object(line)["file"] as? [String: Any])
        #expect(file["text"] as? String == (wanted ? "{}" : nil))
        #expect(file["textBase64"] == nil)
    }

    @Test func writesAFileThatIsNotUTF8InBase64() throws {
        let line = String(decoding: Samples.hostile.line(), as: UTF8.self)
        let file = try #require(try object(line)["file"] as? [String: Any])
        #expect(file["textBase64"] as? String == "e/99")
        #expect(file["text"] == nil)
    }

    @Test func leavesOutWhatCannotBeKnown() throws {
        let line = String(decoding: Samples.passing.line(), as: UTF8.self)
        let domain = try object(line)
        #expect(domain["alsoGivenAs"] == nil)
        #expect((domain["locations"] as? [String: Any])?["cdn"] == nil)
        #expect(domain["owner"] is NSNull)
    }

    @Test(arguments: Samples.all.indices)
    func writesTheSameDomainInBothFormats(index: Int) throws {
        let report = Samples.all[index]
        let line = String(decoding: report.line(), as: UTF8.self)
        #expect(line.last == "\n")
        #expect(line.filter { $0 == "\n" }.count == 1)
        let inDocument = try #require((try object(document([report]))["domains"] as? [[String: Any]])?.first)
        #expect(NSDictionary(dictionary: try object(line)) == NSDictionary(dictionary: inDocument))
    }

    @Test func leavesReportsForTheSchemaCheck() throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_REPORTS_FOLDER"] else { return }
        let place = URL(fileURLWithPath: folder)
        var reports = Samples.all + Estate.kinds
        reports += FindingCode.allCases.map { code in
            var report = Samples.expired
            report.findings = [Finding(code, location: .domain, message: code.rawValue)]
            return report
        }
        for bodies in FileTextPolicy.allCases {
            try Data(document(reports, bodies: bodies).utf8)
                .write(to: place.appendingPathComponent("samples-\(bodies.rawValue).json"))
            let lines = reports.flatMap { $0.line(bodies) }
            try Data(lines).write(to: place.appendingPathComponent("samples-\(bodies.rawValue).ndjson"))
        }
    }

    private static let expectedDocument = #"""
        {
          "schemaVersion": 1,
          "tool": {"name": "aasa-audit", "version": "1.0.0", "rules": "1"},
          "run": {
            "id": "20260501-120000-1",
            "startedAt": "2026-05-01T12:00:00.250Z",
            "options": {
              "timeout": "20s",
              "maxRetries": 2
            }
          },
          "domains": [
            {
              "input": "https://Example.com/",
              "alsoGivenAs": ["example.com."],
              "domain": "example.com",
              "displayDomain": "example.com",
              "port": 443,
              "owner": "web",
              "team": null,
              "tags": ["shop", "eu"],
              "notes": ["lower-cased"],
              "status": "fail",
              "opensApp": "unknown",
              "verdicts": [
                {"system": "iOS 9.3-12", "works": false, "certainty": "documented", "because": ["redirect"]},
                {"system": "iOS 13", "works": false, "certainty": "documented", "because": ["redirect"]},
                {"system": "iOS 14+", "works": null, "certainty": "unknown", "because": ["redirect"]},
                {"system": "iOS 14+ developer mode", "works": null, "certainty": "unknown", "because": ["redirect"]}
              ],
              "locations": {
                "wellKnown": {
                  "url": "https://example.com/.well-known/apple-app-site-association",
                  "outcome": "redirected",
                  "status": 301,
                  "httpVersion": "2",
                  "address": "203.0.113.7",
                  "addresses": ["203.0.113.7", "2001:db8::7"],
                  "throughProxy": false,
                  "connectionReused": false,
                  "contentType": null,
                  "contentEncoding": null,
                  "bytes": 0,
                  "wireBytes": 0,
                  "capped": false,
                  "sha256": null,
                  "platforms": ["nginx"],
                  "headers": {
                    "server": ["nginx"],
                    "location": ["https://www.example.com/.well-known/apple-app-site-association"],
                    "x-twice": ["1", "2"]
                  },
                  "redirects": [
                    {
                      "status": 301,
                      "from": "https://example.com/.well-known/apple-app-site-association",
                      "to": "https://www.example.com/.well-known/apple-app-site-association",
                      "address": "203.0.113.7"
                    }
                  ],
                  "tls": {
                    "version": "TLSv1.3",
                    "cipher": "TLS_AES_256_GCM_SHA384",
                    "verified": true,
                    "error": null,
                    "stapledStatus": null,
                    "chain": [
                      {
                        "subject": "CN=example.com",
                        "issuer": "CN=R11,O=Let's Encrypt,C=US",
                        "notBefore": "2026-04-01T12:00:00.250Z",
                        "notAfter": "2026-06-30T12:00:00.250Z",
                        "subjectAltNames": ["example.com", "www.example.com"],
                        "selfSigned": false,
                        "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                      }
                    ]
                  },
                  "timings": {"dnsMs": 1.2, "connectMs": 10.06, "tlsMs": 20, "firstByteMs": 31.25, "totalMs": 63}
                },
                "root": {
                  "url": "https://example.com/apple-app-site-association",
                  "outcome": "missing",
                  "status": 404,
                  "httpVersion": "2",
                  "address": "203.0.113.7",
                  "addresses": ["203.0.113.7", "2001:db8::7"],
                  "throughProxy": false,
                  "connectionReused": true,
                  "contentType": null,
                  "contentEncoding": null,
                  "bytes": 0,
                  "wireBytes": 0,
                  "capped": false,
                  "sha256": null,
                  "platforms": [],
                  "headers": {},
                  "redirects": [],
                  "tls": {
                    "version": "TLSv1.3",
                    "cipher": "TLS_AES_256_GCM_SHA384",
                    "verified": true,
                    "error": null,
                    "stapledStatus": null,
                    "chain": [
                      {
                        "subject": "CN=example.com",
                        "issuer": "CN=R11,O=Let's Encrypt,C=US",
                        "notBefore": "2026-04-01T12:00:00.250Z",
                        "notAfter": "2026-06-30T12:00:00.250Z",
                        "subjectAltNames": ["example.com", "www.example.com"],
                        "selfSigned": false,
                        "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                      }
                    ]
                  },
                  "timings": {"dnsMs": null, "connectMs": null, "tlsMs": null, "firstByteMs": 9.5, "totalMs": 10}
                }
              },
              "file": null,
              "findings": [
                {
                  "code": "redirect",
                  "severity": "error",
                  "location": "wellKnown",
                  "message": "The server answers 301 and points elsewhere.",
                  "impact": "Links open the browser.",
                  "remedy": "Serve the file here.",
                  "evidence": {
                    "permanent": true,
                    "crossHost": true,
                    "toHTTP": false
                  },
                  "pointer": null,
                  "line": null,
                  "column": null
                }
              ],
              "timings": {"startedAt": "2026-05-01T12:00:00.250Z", "totalMs": 120.5},
              "attempts": 2
            },
            {
              "input": "exa mple",
              "domain": null,
              "displayDomain": "exa mple",
              "port": 443,
              "owner": null,
              "team": null,
              "tags": [],
              "notes": ["A host name cannot have a blank in it; give one domain on each line."],
              "status": "invalid",
              "opensApp": "unknown",
              "verdicts": [],
              "locations": {
                "wellKnown": null,
                "root": null
              },
              "file": null,
              "findings": [],
              "timings": {"startedAt": "2026-05-01T12:00:00.250Z", "totalMs": 0},
              "attempts": 1
            }
          ],
          "summary": {
            "targets": 2,
            "pass": 0,
            "warn": 0,
            "fail": 1,
            "unreachable": 0,
            "invalid": 1,
            "accepted": 0,
            "opensApp": {"yes": 0, "likely": 0, "partly": 0, "no": 0, "no-links": 0, "unknown": 2},
            "findings": {
              "redirect": 1
            }
          },
          "finishedAt": "2026-05-01T12:00:01.250Z",
          "complete": true
        }

        """#
}

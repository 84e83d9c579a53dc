import Basics
import Findings
import Records
import Testing
import Transport

@testable import Audit
@testable import Reports

struct TextReportTests {
    @Test func saysVerdictThenCauseEvidenceAndRemedy() {
        let expected = """
            example.com  FAIL  Links open the browser instead of the app on iOS 9.3 to 13,
                               and possibly on later systems
              owner: web; tags: shop, eu
              Note: lower-cased
              Also entered as: example.com.

              error  redirect  at .well-known
                The server answers 301 and points elsewhere.
                What to do: Serve the file here.
                Owner: web. To be fixed by the administrators of the web server or the CDN
                    in front of it.
                Impact: Links open the browser.
                Other effects: Password AutoFill, passkeys and App Clips for this domain use
                    the same file; whether they are affected is not known.
                Evidence:
                  https://example.com/.well-known/apple-app-site-association
                    --[301]-->
                      https://www.example.com/.well-known/apple-app-site-association
                  response: 301, HTTP/2, from 203.0.113.7
                  server: nginx
                  redirects to another host: yes
                To fix this on nginx: “return” and “rewrite” placed directly in the server
                    block take effect before any location. Move the redirect into “location
                    /”, and add a separate location for the file, in the server block of the
                    host that redirects. The folder “/var/www/example.com” is an example:
                    use this host's own folder, and put the file in its subfolder
                    .well-known. Check with “nginx -t”, and load the change with “systemctl
                    reload nginx”.

                    # In place of the “return 301 …;” of the server block:
                    location / {
                        return 301 https://www.example.com$request_uri;
                    }

                    location = /.well-known/apple-app-site-association {
                        root /var/www/example.com;
                        default_type application/json;
                        try_files $uri =404;
                    }

              Not checked (reason: redirect): the file's content.

              Do links open the app?
                iOS 9.3 to 13     no       (redirect)
                iOS 14 and later  unknown  (redirect)
                iPadOS counts as iOS, macOS 10.15 as iOS 13, macOS 11 and later as iOS 14.
                The results assume that Apple's CDN received the same response last time.

              After the fix: Run “aasa-audit example.com” again: these findings should no
                longer appear, and the file should be served with status 200, as JSON,
                without a redirect. Apple's CDN requests the file again within about a day.
                iOS 14 and later check the CDN about once a week, and when the app is
                installed or updated, so a device can take about 8 days. iOS 13 and earlier
                request the file from the server, and only when the app is installed or
                updated. A device in developer mode requests it directly from the server.

            """
        #expect(TextReport().render(Samples.redirecting) == expected)
    }

    @Test func aHealthyDomainNamesTheLimitsOfTheAudit() {
        let expected = """
            good.example  PASS  Links can open the app on iOS 13 and later

              Do links open the app?
                iOS 9.3 to 12     no   (detail-modern-only)
                iOS 13 and later  yes
                iPadOS counts as iOS, macOS 10.15 as iOS 13, macOS 11 and later as iOS 14.
                The results assume that Apple's CDN received the same response last time.

              Everything is in order. Checked: name, addresses and connection; certificate
              (60 days left); status, redirects, type and size at both locations; content of
              the file (1 app).
              If a link still opens the browser, this check cannot see why. Possible causes:
              the link was typed into the address bar or tapped on a page of the same
              domain; the user once chose to open links in the browser; the app was
              installed only minutes ago; the app does not list this domain; no rule matches
              this link. Test with a link in Notes or Messages.

            """
        #expect(TextReport().render(Samples.passing) == expected)
    }

    @Test(arguments: [(FindingCode.redirect, " (others remain)"), (.fileMissing, "")])
    func saysThatOtherFindingsWithAResolvedCodeRemain(_ code: FindingCode, _ words: String) {
        var report = Samples.redirecting
        report.resolvedCodes = [code]
        #expect(report.remarks == ["Resolved since the previous run: “\(Catalogue[code].title)”\(words)."])
    }

    @Test func wordsWhatCouldNotBeCheckedApart() {
        let expected = """
            down.example  NOT CHECKED  Not checked: the server refuses connections

              error  connect-refused
                203.0.113.9 refuses connections on port 443.
                What to do: Check again in a few minutes. If the problem persists, ask the
                    web server's administrators to check that the server is listening on
                    port 443, and that no firewall rejects the connection.
                To be fixed by: The administrators of the web server, its network and
                    firewall, and the domain's DNS.
                Impact: Not known. If this affects all clients, no Apple system can fetch
                    the file, and no browser can open the site over HTTPS.
                Other effects: Password AutoFill, passkeys and App Clips for this domain use
                    the same file; whether they are affected is not known.
                Evidence:
                  address: 203.0.113.9

              Not checked (reason: connect-refused): the certificate, the server's responses
              and the file's content.

              Do links open the app? Unknown for all Apple systems.
                iPadOS counts as iOS, macOS 10.15 as iOS 13, macOS 11 and later as iOS 14.
                The results assume that Apple's CDN received the same response last time.

              After the fix: Run “aasa-audit down.example” again: these findings should no
                longer appear, and the file should be served with status 200, as JSON,
                without a redirect. Apple's CDN requests the file again within about a day.
                iOS 14 and later check the CDN about once a week, and when the app is
                installed or updated, so a device can take about 8 days. iOS 13 and earlier
                request the file from the server, and only when the app is installed or
                updated. A device in developer mode requests it directly from the server.

            """
        #expect(TextReport().render(Samples.unreachable) == expected)
    }

    @Test func saysWhyATargetIsNone() {
        let expected = """
            exa mple  INVALID  This entry is not a valid domain
              Note: A host name cannot have a blank in it; give one domain on each line.

            """
        #expect(TextReport().render(Samples.invalid) == expected)
        #expect(TextReport(detail: .quiet).render(Samples.invalid) == expected)
    }

    @Test func givesADomainThatIsWellOneLineAmongMany() {
        #expect(
            TextReport(isOneOfMany: true).render(Samples.passing)
                == "good.example  PASS  Links can open the app on iOS 13 and later\n")
        #expect(TextReport(detail: .quiet, isOneOfMany: true).render(Samples.passing) == "")
    }

    @Test func quietOmitsNotes() {
        var report = Samples.redirecting
        report.findings.append(Finding(.contentTypeGeneric, location: .root, message: "Octets."))
        let text = TextReport(detail: .quiet).render(report)
        #expect(text.contains("error  redirect"))
        #expect(!text.contains("content-type-generic"))
        #expect(!text.contains("Do links open the app?"))
        #expect(!text.contains("Note:"))
    }

    @Test func verboseShowsBothLocations() {
        var report = Samples.redirecting
        report.wellKnown?.bytes = 0
        report.root?.bytes = 0
        let text = TextReport(detail: .verbose).render(report)
        let expected = """
              https://example.com/.well-known/apple-app-site-association
                outcome: redirects to another address, status 301, HTTP/2
                address: 203.0.113.7
                all addresses: 203.0.113.7, 2001:db8::7
                times: DNS 1.2 ms, connect 10.1 ms, TLS 20 ms, first byte 31.3 ms, total 63
                  ms
                body: 0 bytes
                TLS: TLSv1.3, TLS_AES_256_GCM_SHA384, certificate trusted
                revocation: not checked: no stapled response
                  certificate: CN=example.com
                  issued by: CN=R11,O=Let's Encrypt,C=US
                  names: example.com, www.example.com
                  valid: from 2026-04-01 to 2026-06-30 12:00 UTC (60 days left)
                  Server: nginx
                  Location: https://www.example.com/.well-known/apple-app-site-association
                  X-Twice: 1
                  x-twice: 2

              https://example.com/apple-app-site-association
                outcome: no file, status 404, HTTP/2
                address: 203.0.113.7
                all addresses: 203.0.113.7, 2001:db8::7
                times: first byte 9.5 ms, total 10 ms
                body: 0 bytes
                TLS: as above, on the same connection

            """
        #expect(text.hasSuffix(expected))
    }

    /// An expectation for a file that could not be read is neither met nor missed.
    @Test func saysThatAnExpectationWasNotJudged() throws {
        func text(_ expectations: Expectations?) -> String {
            let target = Target(input: "a.example", domain: DomainID(host: "a.example"), expectations: expectations)
            let finding = Finding(.jsonInvalid, severity: .error, location: .wellKnown, message: "Seen.")
            let report = DomainReport(target, status: .fail, findings: [finding], startedAt: Samples.now)
            return TextReport().render(report).replacing(#/\s+/#, with: " ")
        }
        let words = "Whether the file meets the expectations is unknown."
        let link = try LinkRequest("https://a.example/x")
        #expect(text(Expectations(opens: [link])).contains(words))
        #expect(!text(nil).contains(words))
    }

    @Test(arguments: TextReport.Detail.allCases, [40, 80])
    func staysWithinTheWidthAndOutOfTheTerminal(detail: TextReport.Detail, width: Int) {
        for report in Samples.all {
            let text = TextReport(detail: detail, isOneOfMany: true, width: width).render(report)
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                #expect(TerminalText.width(line) <= width, "\(line)")
                #expect(line.last != " ")
            }
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || VisibleText.escape(String($0)) == String($0) })
        }
    }

    @Test(arguments: TextReport.Detail.allCases)
    func colourAddsNothingToTheWords(detail: TextReport.Detail) throws {
        let sequence = try Regex("\u{1B}\\[[0-9;]+m")
        for report in Samples.all {
            let coloured = TextReport(style: .ansi, detail: detail).render(report)
            let plain = TextReport(detail: detail).render(report)
            #expect(coloured.replacing(sequence, with: "") == plain)
            #expect(plain.isEmpty || coloured != plain)
        }
    }
}

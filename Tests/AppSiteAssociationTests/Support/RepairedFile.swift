import Findings
import Testing

@testable import AppSiteAssociation

/// A file before and after its remedies are applied.
struct RepairedFile {
    let before: AssociationFile
    let findingsBefore: [Finding]
    /// The text after all remedies; unchanged if there are none.
    let text: String
    let after: AssociationFile
    let findingsAfter: [Finding]

    init(_ bytes: [UInt8]) throws {
        let document = try JSONDocument(bytes)
        before = AssociationFile(document)
        findingsBefore = FileJudge.judge(bytes, location: .file).findings
        let checked = CheckedFile(before)
        let trial = FixTrial(checked, FindingReport(on: checked))
        text = String(decoding: trial.edited.bytes, as: UTF8.self)
        after = AssociationFile(try JSONDocument(text: text))
        findingsAfter = FileJudge.judge(Array(text.utf8), location: .file).findings
    }

    /// Whether the remedies change the file.
    var isChanged: Bool { JSONPrinter.print(before.document.root) != JSONPrinter.print(after.document.root) }

    /// Expects that the remedies do no harm: links still open the app or are excluded, unless their rule was reported
    /// as wrong, and the number of errors and warnings does not increase.
    func check(links: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        for severity in [Severity.error, .warning] {
            let (old, new) = (
                findingsBefore.count { $0.severity >= severity }, findingsAfter.count { $0.severity >= severity }
            )
            let errors = [findingsBefore, findingsAfter].map { $0.count { $0.severity == .error } }
            #expect(
                new <= old || errors[1] < errors[0], "\(text)\n\(findingsAfter.map(\.message))",
                sourceLocation: sourceLocation)
        }
        // These findings are about rules that match unintended links.
        let codes: Set<FindingCode> = [
            .ruleWidened, .ruleLooserThanItLooks, .ruleMissesLinks, .ruleHostInPath, .ruleNotPrefixMalformed,
            .ruleMalformed,
            .ruleUnreachable, .variableInPaths,
        ]
        let wrong = findingsBefore.filter { codes.contains($0.code) }.compactMap(\.pointer)
        for reading in LinkMatcher.Reading.allCases {
            if reading == .pathsOnly, before.appLinks?.hasEmptyApps != true { continue }
            let (old, new) = (LinkMatcher(before, as: reading), LinkMatcher(after, as: reading))
            let listedApps = (before.appLinks?.details ?? []).flatMap { $0.apps + $0.appsForOldSystems }
            let apps = Set(listedApps.map(\.identifier))
            for app in apps where app.isPossible {
                for link in links {
                    let url = try LinkURL(link)
                    let match = old.match(url, app: app)
                    guard match.outcome == .match else { continue }
                    let pointer = (match.rule?.source ?? match.detail?.source)?.pointer.description ?? ""
                    if wrong.contains(where: { $0.hasPrefix(pointer) }) { continue }
                    let outcome = new.match(url, app: app).outcome
                    #expect(
                        outcome == .match || outcome == .exclude, "\(link) opens no longer: \(text)",
                        sourceLocation: sourceLocation)
                }
            }
        }
    }

    /// Links that the rules of both files are likely to match.
    var links: [String] {
        var links = ["/", "/a", "/index.html", "/x/y?z=1#f"]
        for detail in [before, after].flatMap({ $0.appLinks?.details ?? [] }) {
            for rule in (detail.componentRules ?? []) + (detail.pathRules ?? []) {
                for run in ["", "x", "x/y"] {
                    func text(_ pattern: String) -> String {
                        pattern.replacing("?", with: "a").replacing("*", with: run).replacing("#", with: "%23")
                    }
                    var link = "/" + text(rule.path?.text ?? "*").drop { $0 == "/" }
                    switch rule.query {
                    case .whole(let whole): link += "?" + text(whole.text)
                    case .items(let items):
                        link += "?" + items.map { "\($0.name)=\(text($0.value.text))" }.joined(separator: "&")
                    case nil: break
                    }
                    if let fragment = rule.fragment { link += "#" + text(fragment.text) }
                    links.append(link)
                }
            }
        }
        return Set(links).map { "https://example.com" + $0 }
    }
}

extension FindingReport {
    /// Creates a report of the findings in a file, without trying the remedies.
    init(on file: CheckedFile) {
        self.init(location: .file)
        add(findingsOf: file)
    }
}

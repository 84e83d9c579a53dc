package import Audit
import Basics
package import Findings
import Transport

package import struct Foundation.Date

extension DomainReport {
    /// Returns a sentence about `finding` in `earlier`, the report of the run that began at `runAt`; `nil` if unknown.
    package func earlierObservation(of finding: Finding, in earlier: DomainReport, runAt: Date) -> EarlierObservation? {
        guard finding.code != .tlsCertificateExpiring else { return nil }
        let time = runAt.minuteText
        let run = "the run of \(time)"
        guard earlier.status != .unreachable || Catalogue[finding.code].preventsCheck else {
            return EarlierObservation(runAt: runAt, text: "The run of \(time) could not check the domain.")
        }
        let earlierFinding = earlier.findings.first {
            ($0.code, $0.location, $0.pointer) == (finding.code, finding.location, finding.pointer)
        }
        if let waiver = earlierFinding?.waived {
            let end = waiver.until.map { "its waiver ended on \($0)" } ?? "no waiver applies to it any more"
            return EarlierObservation(runAt: runAt, text: "The finding was accepted in \(run); \(end).")
        }
        if earlier.status == .pass, finding.location != .cdn, Catalogue[finding.code].family == .http,
            earlier[finding.location]?.outcome == .served
        {
            return EarlierObservation(runAt: runAt, text: "The run of \(time) found the file without errors.")
        }
        let text = observationText(of: finding, in: earlier, run: run) ?? "This finding was not in \(run)."
        return EarlierObservation(runAt: runAt, text: text + otherProblemsText(finding, in: earlier, runAt: runAt))
    }

    /// Returns a sentence about the other problems in the earlier report, which may explain why `finding` is new.
    private func otherProblemsText(_ finding: Finding, in earlier: DomainReport, runAt: Date) -> String {
        if earlier.status == .pass { return " That run found nothing wrong." }
        let others = earlier.findings.filter { $0.isCounted && $0.code != finding.code }
        guard let worst = others.map(\.severity).max() else { return "" }
        let codes = others.filter { $0.severity == worst }.map(\.code).unique
        let problems = others.contains { $0.severity == .error } ? "had another error" : "had only warnings"
        let titles = Phrase.list(codes.map { "“\(Catalogue[$0].title)”" }, limit: 3)
        // The date can be later than the run if a clock was set back in between.
        let first = others.compactMap(\.firstSeen).min()
        let firstSeen = first.map { ", seen since \(min($0, runAt).minuteText)" } ?? ""
        let linksText = earlier.opensApp == .no && opensApp == .no ? "; links did not open the app then either" : ""
        return " That run \(problems): \(titles)\(firstSeen)\(linksText)."
    }

    /// Returns the observed value in a sentence; `nil` if the report shows only that the finding did not exist.
    private func observationText(of finding: Finding, in earlier: DomainReport, run: String) -> String? {
        if finding.location == .cdn {
            guard let state = earlier.cdn?.state else { return "Apple's CDN was not queried in \(run)." }
            return state == .inSync ? "Apple's copy was the same as the file on the server in \(run)." : nil
        }
        switch Catalogue[finding.code].family {
        case .reachingTheServer:
            return earlier.exchanges.contains { $0.status != nil } ? "The server answered in \(run)." : nil
        case .tls:
            let wasAccepted = earlier.exchanges.contains { $0.tls?.verification == .passed }
            return wasAccepted ? "The certificate was valid in \(run)." : nil
        case .http: return responseText(at: finding.location, in: earlier, run: run)
        case .file: return contentText(at: finding.location, in: earlier, run: run)
        case .expectations, .appleCDN: return expectationText(finding, in: earlier, run: run)
        case .entitlements:
            return earlier.listings.isEmpty ? "In \(run) no app that lists the domain was specified." : nil
        }
    }

    private func responseText(at location: FindingLocation, in earlier: DomainReport, run: String) -> String? {
        guard let locationReport = earlier[location] else { return nil }
        if locationReport.outcome == .served { return "The file was served there in \(run)." }
        return locationReport.exchange?.status.map { "In \(run) the response status there was \($0)." }
    }

    private func contentText(at location: FindingLocation, in earlier: DomainReport, run: String) -> String? {
        guard let before = earlier[location]?.sha256, let now = self[location]?.sha256 else { return nil }
        return before == now
            ? "The file is the same as in \(run): the rules or the settings of the check changed."
            : "The file changed after \(run), which did not have this finding."
    }

    private func expectationText(_ finding: Finding, in earlier: DomainReport, run: String) -> String? {
        guard let file = earlier.file else { return "The file could not be read in \(run)." }
        guard finding.code == .expectedAppMissing else { return contentText(at: file.location, in: earlier, run: run) }
        guard let app = finding.expectedApp else { return nil }
        return file.apps.contains { $0.appID == app.appID && $0.services.contains(app.service) }
            ? "The file listed it in \(run)."
            : "The file did not list it in \(run) either, but it was not expected then."
    }
}

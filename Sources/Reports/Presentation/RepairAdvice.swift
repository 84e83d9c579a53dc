import Audit
import Basics

/// The advice on how to verify a fix, and when devices notice it.
enum RepairAdvice {
    /// The time after which devices notice a fix.
    static let whenDevicesNotice =
        "Apple's CDN requests the file again within about a day. Devices request it about once a week (iOS 14 and later from "
        + "the CDN, earlier ones from the server), and when an app is installed or updated, so it can take about 8 days before "
        + "every device has picked up the change. In developer mode, a device requests it from the server at once."

    /// Returns the instructions to verify the fix of a domain.
    static func check(_ report: DomainReport) -> String {
        let name = ShellWord.word(report.domain?.name ?? report.input)
        return
            "Run “aasa-audit \(name)” again: these findings should no longer appear, and the file should be served with "
            + "status 200, as JSON, without a redirect. " + whenDevicesNotice
    }
}

import Audit
import Basics

/// The advice on how to verify a fix, and when devices notice it.
enum RepairAdvice {
    /// When devices notice, whatever was repaired.
    static let whenDevicesNotice =
        "Apple's CDN asks the server again within about a day. Devices ask about once a week (iOS 14 and later ask the CDN, "
        + "earlier ones the server), and when an app is installed or updated: it takes about 8 days until the last of them has "
        + "noticed. In developer mode a device asks the server at once."

    /// Returns the instructions to verify the fix of a domain.
    static func check(_ report: DomainReport) -> String {
        let name = ShellWord.word(report.domain?.name ?? report.input)
        return "Run “aasa-audit \(name)” again: these findings have to be gone, and the file has to come with status "
            + "200, as JSON, without a redirect. "
            + whenDevicesNotice
    }
}

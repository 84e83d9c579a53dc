import Audit
import Basics

/// The advice on how to verify a fix, and when devices notice it.
enum RepairAdvice {
    static let whenDevicesNotice =
        "Apple's CDN requests the file again within about a day. Devices fetch it about once a week, and whenever "
        + "the app is installed or updated: iOS 14 and later from the CDN, earlier versions from the server. Allow "
        + "about 8 days for all devices to pick up the change. A device in developer mode fetches it from the server "
        + "immediately."

    static func check(_ report: DomainReport) -> String {
        let name = ShellWord.word(report.domain?.name ?? report.input)
        return
            "Run “aasa-audit \(name)” again: these findings should no longer appear, and the file should be served with "
            + "status 200, as JSON, without a redirect. " + whenDevicesNotice
    }
}

/// A cause that is not visible from outside, and the instructions to check for it on the device.
///
/// Documented as matching.user-choice, matching.typed, fetch.developer-mode, fetch.managed-mode
/// Documented as fetch.schedule, domains.signed-in
struct UnseenCause {
    let reason: String
    let check: String

    /// Returns ten causes in this order: seven for the device's user, two for the app's developers, and one for the
    /// device's administrator.
    static func all(host: String) -> [UnseenCause] {
        let checksByReason: KeyValuePairs = [
            "The app is not installed, or it was installed before the file was correct.":
                "Install the app (again): the device then fetches Apple's copy.",
            "The link was typed or pasted into the address bar.":
                "Send the link to the device and tap it in Notes or Messages. A typed link always opens the browser.",
            "The link was tapped on a page of \(host) in Safari: links within a site stay in the browser.":
                "Tap the same link in Notes or Messages.",
            "The user once chose to continue in the browser. The device remembers this choice for \(host).":
                "Touch and hold the link in Notes or Messages and choose “Open in …”, or tap “Open” in the banner at "
                + "the top of the page.",
            "The mail or message contains a different link, which leads to a redirect or click-tracking service.":
                "Copy the link from the message, and run “aasa-audit case” with it.",
            "The link was tapped on a web page inside another app, or inside the app itself.":
                "Tap the same link in Notes or Messages.",
            "The device still has an earlier copy of the file: it checks for a new one about once a week.":
                "Install the app again: the device then fetches Apple's copy. To see what the device "
                + "has stored, record a sysdiagnose on it (an archive of diagnostic files). For each domain, "
                + "swcutil_show.txt in this archive shows the time of the last check (Last Checked) and of the next "
                + "one (Next Check), the user's choice (User Approval), and the error of the last check (Error).",
            "The app opens, then passes the link back to the browser.":
                "Check whether the app appears for a moment. Ask the app's developers what it does with this link.",
            "The released app does not list \(host) among its associated domains, or lists it only with "
                + "?mode=developer.":
                "Ask the app's developers what “codesign -d --entitlements - App.app” shows for the release: the "
                + "output must contain applinks:\(host).",
            "The device and the app are managed by an organization (mobile device management, MDM), and the app lists "
                + "the domain with ?mode=managed: the device then fetches the file from the server, not from Apple.":
                "Ask the device administrators whether the device can reach \(host) and trusts its certificate.",
        ]
        return checksByReason.map { UnseenCause(reason: $0, check: $1) }
    }

    static let tools = """
        On an iPhone with developer settings, Settings › Developer › Universal Links › Diagnostics shows which app a \
        link opens. On a Mac, “sudo swcutil show” lists the stored files.
        """
}

/// The codes with which Apple's CDN explains why it has no copy of a file.
///
/// Apple does not publish a list. These codes were observed; other codes are shown without explanation.
/// Rule: cdn.failure-codes
enum CDNFailureCode {
    /// The meaning of each known code, as a sentence that follows the reason, and the remedy if the server appears
    /// correct from here.
    static let known: [String: (meaning: String, remedy: String)] = [
        "SWCERR00101": (
            "Apple's fetcher got a response from the server, but not with a usable status.",
            """
            If the file was published or corrected recently, wait: Apple's CDN checks again within about a day, and \
            its cache cannot be purged. If the problem persists, ask the web team which status requests from \
            AASA-Bot/1.0.0 get: a firewall, a bot filter or a country filter refuses them.
            """
        ),
        "SWCERR00202": (
            "For Apple's fetcher, the name resolves to a private or reserved address.",
            """
            Ask the domain's DNS administrators to give the name public addresses everywhere: Apple connects from \
            outside. Before the site is public, the app's developers can use developer mode.
            """
        ),
        "SWCERR00301": (
            "Apple's fetcher got no response from the server in time.",
            """
            Ask the web team whether a firewall drops requests from Apple's fetcher (AASA-Bot/1.0.0), or whether the \
            server is slow to respond. Then wait: Apple's CDN caches failures for a while, and its cache cannot be \
            purged.
            """
        ),
        "SWCERR00401": (
            "The response that Apple's fetcher got from the server is not usable JSON.",
            """
            Ask the web team what AASA-Bot/1.0.0 gets: a browser check page is not JSON. Then wait: Apple's CDN caches \
            failures for a while, and its cache cannot be purged.
            """
        ),
    ]
}

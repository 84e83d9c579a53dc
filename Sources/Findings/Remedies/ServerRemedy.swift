/// A piece of configuration, or a command, to be copied.
///
/// Every snippet uses the host `example.com`, files in `/var/www/example.com` and certificates in
/// `/etc/letsencrypt/live/example.com`, which readers replace with their own names.
public struct ConfigurationSnippet: Hashable, Sendable {
    /// The language of a snippet; the raw value is the info string of a Markdown code block.
    public enum Language: String, Codable, Sendable, CaseIterable {
        case nginx
        case apache
        case caddy = "caddyfile"
        case csharp
        case javascript
        case json
        case ruby
        case shell
        case text
        case toml
        case vcl
        case xml
        case yaml
    }

    /// The language of the snippet.
    public var language: Language
    /// The text, which contains no tabs, no spaces at the ends of lines, and no final line feed.
    public var text: String

    package init(_ language: Language, _ text: String) {
        self.language = language
        self.text = text
    }
}

/// A remedy for a finding on one kind of server, for the administrators of the server.
public struct ServerRemedy: Hashable, Sendable {
    /// The code of the finding.
    public var code: FindingCode
    /// The kind of server; `nil` for every server.
    public var platform: HostingPlatform?
    /// The steps to take, in complete sentences.
    public var steps: [String]
    /// Whether the last step checks and loads the change, and thus follows the snippet.
    package private(set) var endsWithCheck = false
    /// The text to add to the configuration, or the commands to run; `nil` if the steps are sufficient.
    public var snippet: ConfigurationSnippet?
    /// The source of the remedy: the title of the page or the name of the directive.
    public var source: String

    /// Creates a remedy from `steps`, one on each line, and the text of its snippet in `language`.
    init(
        _ code: FindingCode, on platform: HostingPlatform?, language: ConfigurationSnippet.Language = .text,
        steps: String, snippet: String? = nil, source: String
    ) {
        self.code = code
        self.platform = platform
        self.steps = steps.split(separator: "\n").map(String.init)
        self.snippet = snippet.map { ConfigurationSnippet(language, $0) }
        self.source = source
    }

    /// Returns the remedy with a step at the end that checks and loads the change.
    func followed(by step: String) -> ServerRemedy {
        var remedy = self
        remedy.endsWithCheck = true
        remedy.steps.append(step)
        return remedy
    }

    /// The name of the platform, or "any server".
    package var platformName: String { platform?.name ?? "any server" }
}

import Audit
import Basics
import Records

/// The addresses of the pages of a site: the same in every run, with names that every file system and web server
/// accepts unchanged.
///
/// File names consist of lowercase ASCII letters, digits and `.`, `-`, `_` and `~`, are no longer than a file system
/// allows, and never name a device on Windows.
enum SiteAddress {
    static let start = "index.html"
    static let attention = "attention.html"
    static let glossary = "words.html"
    static let teams = "teams/index.html"
    static let runs = "runs/index.html"
    static let domainFolder = "d"
    static let teamFolder = "teams"
    static let nameFolder = "names"
    static let runFolder = "runs"

    /// The maximum number of bytes of external text in a file name; file systems allow 255 for the whole name.
    private static let maxBytes = 180
    /// The device names of Windows, which are not allowed as file names, with or without an extension.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

    static func domain(_ report: DomainReport) -> String {
        if let domain = report.domain, let path = path(host: domain.host, port: domain.port) { return path }
        return sharded("entry~\(StableHash(report.domain?.authority ?? report.input).hex)")
    }

    static func domain(named name: String) -> String? {
        hostAndPort(of: name).flatMap { path(host: $0.host, port: $0.port) }
    }

    /// Returns the host and port of the domain with the display name `name`; `nil` if the port is not a number.
    static func hostAndPort(of name: String) -> (host: String, port: Int)? {
        if name.hasPrefix("["), let end = name.firstRange(of: "]:") {
            return Int(name[end.upperBound...]).map { (String(name[..<end.lowerBound].dropFirst()), $0) }
        }
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return (name, 443) }
        return Int(parts[1]).map { (String(parts[0]), $0) }
    }

    private static func path(host: String, port: Int) -> String? {
        guard !host.isEmpty, !host.hasPrefix("."), host.utf8.allSatisfy(\.isAddressByte) else { return nil }
        var name = host.replacing(":", with: "~")
        if let label = name.split(separator: ".").first, devices.contains(String(label)) { name = "~" + name }
        if port != 443 { name += "~p\(port)" }
        return sharded(shortened(name))
    }

    /// Returns the path of a page in one of 256 folders; with a million pages, each folder has about 4,000.
    private static func sharded(_ name: String) -> String {
        let hash = StableHash(name).value
        let shard = String((hash ^ hash >> 32) & 0xFF, radix: 16)
        return "\(domainFolder)/\(shard.count == 1 ? "0" : "")\(shard)/\(name).html"
    }

    static func team(_ name: String?) -> String {
        guard let name else { return "\(teamFolder)/no-team.html" }
        return "\(teamFolder)/t-\(escaped(name.lowercased()).prefix(60))~\(StableHash(name).hex).html"
    }

    /// Returns the path of the page of the names that begin with `prefix`, or that equal `prefix` if `isWhole` is true.
    static func names(_ prefix: String, isWhole: Bool) -> String {
        "\(nameFolder)/n-\(shortened(escaped(prefix)))\(isWhole ? "~end" : "").html"
    }

    /// Returns the path of the page of a run; the paths sort by the start of the run.
    static func run(_ facts: RunFacts) -> String {
        let time = facts.startedAt.secondText.filter { $0 != ":" && $0 != "Z" }
        return "\(runFolder)/\(time)~\(StableHash(facts.id).hex).html"
    }

    /// Returns `text`, with each character except `a` to `z`, digits, `-` and `.` replaced by its hexadecimal code.
    private static func escaped(_ text: String) -> String {
        text.escaped { scalar in
            switch scalar {
            case "a"..."z", "0"..."9", "-", ".": nil
            default: "~\(String(scalar.value, radix: 16))~"
            }
        }
    }

    private static func shortened(_ name: String) -> String {
        name.utf8.count <= maxBytes ? name : "\(name.prefix(100))~h\(StableHash(name).hex)"
    }
}

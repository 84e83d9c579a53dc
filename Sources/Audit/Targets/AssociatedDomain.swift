package import AppSiteAssociation
import Basics

/// One entry of an app's list of associated domains, such as `applinks:*.example.com?mode=developer`.
///
/// Documented as domains.form, domains.no-url, domains.wildcard, domains.wildcard-not-for-app-clips, domains.ascii
package struct AssociatedDomain: Hashable, Sendable {
    /// A group of devices that get the file directly from the server, not from Apple's CDN.
    ///
    /// Documented as fetch.developer-mode, fetch.managed-mode
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        case developer
        case managed
    }

    package let text: String
    package let service: AssociationService?
    /// The modes, in the order of their names.
    package let modes: [Mode]
    /// The domain that has to serve the file, or the reason why it is unknown.
    package let target: Result<Target, TargetError>
    /// The problems with the form of the entry, as predicates such as “has no service”.
    package let problems: [String]

    package init(_ text: String) {
        self.text = text
        var problems: [String] = []
        var rest = text.trimming(\.isWhitespace)
        if rest.utf8.count != text.utf8.count { problems.append("has white space around it") }
        let service = Self.takeService(&rest, &problems)
        self.service = service
        modes = Self.takeModes(&rest, &problems)
        Self.takeURLParts(&rest, &problems)
        Self.fixHost(&rest, service, &problems)
        self.problems = problems
        target = Result { [rest] () throws(TargetError) in try Self.parseTarget(rest, of: text) }
    }

    /// The corrected entry; `nil` if its domain is unknown.
    package var corrected: String? {
        guard let target = try? target.get() else { return nil }
        let mode = modes.isEmpty ? "" : "?mode=" + modes.map(\.rawValue).joined(separator: "+")
        let star = target.isWildcard && service != .appclips ? "*." : ""
        return "\((service ?? .applinks).rawValue):\(star)\(target.domain.authority)\(mode)"
    }

    private static func takeService(_ rest: inout Substring, _ problems: inout [String]) -> AssociationService? {
        guard let colon = rest.firstIndex(of: ":"), rest[rest.index(after: colon)...].prefix(2) != "//",
            !rest[..<colon].contains(".")
        else {
            problems.append("has no service, as in applinks:www.example.com")
            return nil
        }
        let word = String(rest[..<colon])
        rest = rest[rest.index(after: colon)...]
        if let service = AssociationService(rawValue: word) { return service }
        let near = Spelling.nearest(to: word, among: TargetParser.services).map { "; \($0) is one" } ?? ""
        problems.append("names \(VisibleText.quote(word)), which is not a service\(near)")
        return nil
    }

    private static func takeModes(_ rest: inout Substring, _ problems: inout [String]) -> [Mode] {
        guard let mark = rest.firstIndex(of: "?") else { return [] }
        let query = rest[rest.index(after: mark)...]
        rest = rest[..<mark]
        let words =
            query.hasPrefix("mode=") ? query.dropFirst(5).split(separator: "+", omittingEmptySubsequences: false) : []
        let modes = words.compactMap { Mode(rawValue: String($0)) }
        if modes.isEmpty || modes.count != words.count {
            problems.append(
                "ends in \(VisibleText.quote("?" + query)); only ?mode=developer, ?mode=managed and "
                    + "?mode=developer+managed are known")
        }
        return Mode.allCases.filter(modes.contains)
    }

    private static func takeURLParts(_ rest: inout Substring, _ problems: inout [String]) {
        if let separator = rest.firstRange(of: "://") {
            problems.append("has a scheme (\(VisibleText.quote(rest[..<separator.upperBound])))")
            rest = rest[separator.upperBound...]
        }
        guard let end = rest.firstIndex(where: { $0 == "/" || $0 == "#" }) else { return }
        problems.append(
            rest[end...] == "/" ? "ends in a slash" : "has \(VisibleText.quote(rest[end...])) behind the host")
        rest = rest[..<end]
    }

    private static func fixHost(_ rest: inout Substring, _ service: AssociationService?, _ problems: inout [String]) {
        if rest.hasPrefix("*."), !rest.dropFirst(2).contains("*") {
            if service == .appclips { problems.append("has a wildcard, which appclips does not support") }
        } else if let star = rest.lastIndex(of: "*") {
            problems.append("has an asterisk that is not the whole first part of the host")
            rest = rest[rest.index(after: star)...].drop { $0 == "." }
        }
        if rest.utf8.contains(where: { $0 >= 0x80 }) {
            problems.append("has a host name that is not in its ASCII form (xn--…)")
        }
    }

    private static func parseTarget(_ host: Substring, of text: String) throws(TargetError) -> Target {
        try TargetParser.checkLength(of: text)
        guard !text.contains("$("), !text.contains("${") else {
            throw TargetError(
                found: "\(VisibleText.quote(text)) has a build setting instead of a name",
                expected: "expected the built app, in which Xcode has inserted the name, or the domain itself")
        }
        var target = try TargetParser.parse(String(host))
        target.input = TargetParser.redacted(text)
        return target
    }
}

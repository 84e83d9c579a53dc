public import AppSiteAssociation
import Basics

/// One URL to match: as the user wrote it, and parsed.
public struct LinkRequest: Hashable, Sendable {
    private static let maxLengthInBytes = 65_000

    /// The input as the user wrote it.
    public var text: String
    /// The URL, with the host in ASCII as on devices.
    public var url: LinkURL

    /// Parses a URL.
    ///
    /// - Throws: ``LinkRequestError`` with the found and the expected input.
    public init(_ text: String) throws(LinkRequestError) {
        guard text.utf8.count <= Self.maxLengthInBytes else {
            throw LinkRequestError(
                description: "\(VisibleText.quote(text)) is longer than any URL (\(text.utf8.count) bytes)")
        }
        self.text = text
        do {
            url = try Self.parse(text)
        } catch {
            throw LinkRequestError(description: "\(error)")
        }
    }

    private static func parse(_ text: String) throws -> LinkURL {
        let url = try LinkURL(text)
        guard url.host.utf8.contains(where: { $0 >= 0x80 }) else { return url }
        var ascii = "\(url.scheme)://"
        if let userInfo = url.userInfo { ascii += userInfo + "@" }
        ascii += try HostName(url.host[...]).ascii
        if let port = url.port { ascii += ":\(port)" }
        ascii += url.path
        if let query = url.query { ascii += "?" + query }
        if let fragment = url.fragment { ascii += "#" + fragment }
        return try LinkURL(ascii)
    }

    /// Returns the target that serves the file for this URL; `nil` if the URL is not a web address.
    ///
    /// Files are only requested over HTTPS, so port 80 of an `http` URL is ignored.
    public func target() throws(TargetError) -> Target? {
        guard url.isWeb else { return nil }
        let port = url.scheme == "http" && url.port == 80 ? nil : url.port
        let host = DomainID.bracketed(url.host)
        return try TargetParser.parse(port.map { "\(host):\($0)" } ?? host)
    }
}

/// The reason why a URL cannot be matched.
public struct LinkRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the found and the expected input.
    public var description: String
}

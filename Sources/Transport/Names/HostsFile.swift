import struct Foundation.Data
import struct Foundation.URL

/// The names of a hosts file, read once, because c-ares would read the file again for every name.
struct HostsFile: Sendable {
    private var addresses: [String: [IPAddress]] = [:]

    /// Reads the file at `path`; a missing file contains no names.
    init(path: String) {
        let data = try? Data(contentsOf: URL(fileURLWithPath: path))
        self.init(text: data.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    /// Reads lines with an address and its names; a `#` begins a comment.
    init(text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
            guard let first = words.first, let address = IPAddress(String(first)) else { continue }
            for name in words.dropFirst() { addresses[name.lowercased(), default: []].append(address) }
        }
    }

    /// Returns the addresses of `name`; `nil` if the file does not contain it.
    ///
    /// `localhost` is always loopback (RFC 6761).
    func addresses(of name: String) -> [IPAddress]? {
        if let known = addresses[name] { return known }
        guard name == "localhost" || name.hasSuffix(".localhost") else { return nil }
        return [IPAddress("127.0.0.1"), IPAddress("::1")].compactMap { $0 }
    }
}

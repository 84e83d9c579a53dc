/// The addresses of one name, as libcurl gets them: an entry of its cache of names (`CURLOPT_RESOLVE`).
struct NameEntry {
    let host: String
    let port: Int
    private let addresses: [IPAddress]

    init(_ host: String, _ port: Int, _ addresses: [IPAddress]) {
        self.host = host
        self.port = port
        self.addresses = addresses
    }

    /// Adds the entry; with the plus it expires if it is never removed.
    var addition: String {
        "+\(host):\(port):\(addresses.map { $0.isIPv6 ? "[\($0)]" : "\($0)" }.joined(separator: ","))"
    }
    /// Takes it out, if it is there.
    var removal: String { "-\(host):\(port)" }
}

/// The content of libcurl's cache of names: the names of the transfers that are in progress, and no others.
///
/// libcurl walks through its whole cache for every transfer; without the names of the last five seconds a domain costs 5 %
/// less CPU time at 450 domains a second (measured). A name stays while a transfer needs it: libcurl must never look it up.
struct CachedNames {
    /// The number of transfers that use a name, by the entry that removes it.
    private var users: [String: Int] = [:]
    /// The entries that remove the names that are no longer needed.
    private var removals: [String] = []

    /// Returns the changes for a transfer that begins: removals of names that are no longer needed, and additions of `entries`.
    mutating func changes(using entries: [NameEntry]) -> [String] {
        defer { removals.removeAll(keepingCapacity: true) }
        for entry in entries { users[entry.removal, default: 0] += 1 }
        return removals + entries.map(\.addition)
    }

    /// A transfer that used `entry` has ended.
    mutating func release(_ entry: NameEntry) {
        let removal = entry.removal
        guard let count = users[removal], count > 1 else {
            users[removal] = nil
            removals.append(removal)
            return
        }
        users[removal] = count - 1
    }
}

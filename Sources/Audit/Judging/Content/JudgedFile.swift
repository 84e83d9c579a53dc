import AppSiteAssociation
import DequeModule
import Findings
import Synchronization

/// The results that depend only on the bytes of a file; the domains of a company often share one object.
final class JudgedFile: Sendable {
    let file: AssociationFile?
    let findings: [Finding]
    let services: [String]
    /// The apps of the file without duplicates, as in ``AssociationFile/apps``.
    let associatedApps: [AssociatedApp]
    let apps: [FileReport.App]
    private let rules: ContentRules?
    /// The cached rulings by app; those on the whole file have the key `nil`.
    private let cachedRulings = Mutex<[AppIdentifier?: [AppleSystem: Ruling]]>([:])

    init(_ judgement: FileJudgement) {
        let file = judgement.file
        self.file = file
        findings = judgement.findings
        services = file?.services.map(\.rawValue) ?? []
        associatedApps = file?.apps ?? []
        apps = associatedApps.map {
            .init(appID: $0.identifier.text, services: $0.services.map(\.rawValue), ruleCount: $0.ruleCount)
        }
        rules = ContentRules(judgement)
    }

    /// Whether the file is JSON in UTF-8, the encoding that systems require (RFC 8259, section 8.1).
    var isReadable: Bool { file?.document.encoding.isUTF8 ?? false }

    /// The apps that the file lists for universal links.
    var linkApps: [AppIdentifier] { associatedApps.filter { $0.services.contains(.applinks) }.map(\.identifier) }

    var ruleCount: Int {
        file?.appLinks?.details.reduce(0) { $0 + ($1.componentRules?.count ?? 0) + ($1.pathRules?.count ?? 0) } ?? 0
    }

    /// Returns the ruling on the content, or on links to `app`, for `system`; unknown if the file cannot be read.
    func ruling(_ system: AppleSystem, of app: AppIdentifier? = nil) -> Ruling {
        if let cached = cachedRulings.withLock({ $0[app]?[system] }) { return cached }
        guard let rules else { return Ruling(.unknown) }
        // Another thread may compute the same ruling meanwhile.
        let ruling = rules.ruling(system, of: app)
        // Rulings for apps that are not in the file are not cached, because each domain can expect different apps.
        if let app, !rules.possibleApps.contains(app) { return ruling }
        cachedRulings.withLock { $0[app, default: [:]][system] = ruling }
        return ruling
    }
}

/// Caches the results of judging files, because the domains of a company often serve the same file.
///
/// Judging a file is a pure function of its bytes and its location, so a cached result equals a new one. Memory is
/// bounded; files that recur are kept longer.
final class ContentCache: Sendable {
    /// The maximum size of a cached file, in bytes.
    static let maxFileSize = 64 * 1024
    /// The maximum total size of all cached files, in bytes; their results take about twenty times as much memory.
    static let maxSize = 256 * 1024
    /// The minimum size in bytes that is counted for each rule, because even a short rule has a result in memory.
    static let minSizeOfRule = 64
    static let maxFiles = 256

    private struct Key: Hashable {
        let bytes: [UInt8]
        /// A digest of the bytes, if available, so that they need not be hashed.
        let digest: String?
        let location: FindingLocation

        func hash(into hasher: inout Hasher) {
            if let digest {
                hasher.combine(digest)
            } else {
                bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            }
            hasher.combine(location)
        }
    }

    private struct Entry {
        let file: JudgedFile
        let size: Int
        /// Whether the entry was used since it was last considered for removal.
        var wasUsed = false
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The keys in the order in which they are considered for removal.
        var queue: Deque<Key> = []
        var size = 0

        mutating func useEntry(for key: Key) -> JudgedFile? {
            guard let index = entries.index(forKey: key) else { return nil }
            entries.values[index].wasUsed = true
            return entries.values[index].file
        }

        mutating func keep(_ file: JudgedFile, _ size: Int, for key: Key) {
            guard entries[key] == nil else { return }
            entries[key] = Entry(file: file, size: size)
            queue.append(key)
            self.size += size
            while self.size > ContentCache.maxSize || entries.count > ContentCache.maxFiles { evictOne() }
        }

        private mutating func evictOne() {
            guard let key = queue.popFirst() else { return }
            if entries[key]?.wasUsed == true {
                entries[key]?.wasUsed = false
                queue.append(key)
            } else {
                size -= entries.removeValue(forKey: key)?.size ?? 0
            }
        }
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.entries.count } }

    /// Returns the judged file, from the cache or from ``FileJudge``; `digest` is a digest of the bytes, if available.
    func judgedFile(for bytes: [UInt8], digest: String? = nil, location: FindingLocation) -> JudgedFile {
        guard bytes.count <= Self.maxFileSize else { return JudgedFile(FileJudge.judge(bytes, location: location)) }
        let key = Key(bytes: bytes, digest: digest, location: location)
        if let cached = state.withLock({ $0.useEntry(for: key) }) { return cached }
        // Another thread may judge the same file meanwhile, with the same result.
        let file = JudgedFile(FileJudge.judge(bytes, location: location))
        let size = max(bytes.count, Self.minSizeOfRule * file.ruleCount)
        if size <= Self.maxFileSize { state.withLock { $0.keep(file, size, for: key) } }
        return file
    }
}

import AppSiteAssociation
import DequeModule
import Findings
import Synchronization

/// Caches the results of judging files, because the domains of a company often serve the same file.
///
/// Judging a file is a pure function of its bytes and its location, so a cached result equals a new one. Memory is
/// bounded; files that recur are kept longer.
final class ContentMemory: Sendable {
    /// The maximum size of a cached file, in bytes.
    static let maxFileSize = 64 * 1024
    /// The maximum total size of all cached files, in bytes; their results take about twenty times as much memory.
    static let maxSize = 256 * 1024
    /// The minimum size in bytes that is counted for each rule, because even a short rule has a result in memory.
    static let sizeOfRule = 64
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

        mutating func find(_ key: Key) -> JudgedFile? {
            guard let index = entries.index(forKey: key) else { return nil }
            entries.values[index].wasUsed = true
            return entries.values[index].file
        }

        mutating func keep(_ file: JudgedFile, _ size: Int, for key: Key) {
            guard entries[key] == nil else { return }
            entries[key] = Entry(file: file, size: size)
            queue.append(key)
            self.size += size
            while self.size > ContentMemory.maxSize || entries.count > ContentMemory.maxFiles { evictOne() }
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
        if let known = state.withLock({ $0.find(key) }) { return known }
        // Another thread may judge the same file meanwhile, with the same result.
        let file = JudgedFile(FileJudge.judge(bytes, location: location))
        let size = max(bytes.count, Self.sizeOfRule * file.ruleCount)
        if size <= Self.maxFileSize { state.withLock { $0.keep(file, size, for: key) } }
        return file
    }
}

import AppSiteAssociation
import Findings
import Synchronization

/// Remembers what came of judging files, because the domains of one company often serve the same one.
///
/// Judging a file is a pure function of its bytes and of the location that findings name, so a
/// remembered judgement equals a new one. Memory is bounded; files that come again are kept longer than others.
final class ContentMemory: Sendable {
    /// The size of the largest file that is remembered, in bytes.
    static let maxFileSize = 64 * 1024
    /// The limit of the size of all files that are remembered; what is kept of a file is some twenty times as large.
    static let maxSize = 256 * 1024
    /// The size that a rule counts at least, however short it is written: about as much is kept of each.
    static let sizeOfRule = 64
    /// The limit of the number of files that are remembered.
    static let maxFiles = 256

    private struct Key: Hashable {
        let bytes: [UInt8]
        /// A digest of the bytes, where one is at hand: it saves going through all of them for the hash.
        let digest: String?
        let location: FindingLocation

        static func == (left: Key, right: Key) -> Bool {
            left.location == right.location && left.digest == right.digest && left.bytes == right.bytes
        }

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
        /// Whether it was found since it was last considered for removal.
        var isWanted = false
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The keys in the order in which they are considered for removal, from `head` on.
        var queue: [Key] = []
        var head = 0
        var size = 0

        mutating func find(_ key: Key) -> JudgedFile? {
            guard let index = entries.index(forKey: key) else { return nil }
            entries.values[index].isWanted = true
            return entries.values[index].file
        }

        mutating func keep(_ file: JudgedFile, _ size: Int, for key: Key) {
            guard entries[key] == nil else { return }
            entries[key] = Entry(file: file, size: size)
            queue.append(key)
            self.size += size
            while self.size > ContentMemory.maxSize || entries.count > ContentMemory.maxFiles { forgetOne() }
        }

        private mutating func forgetOne() {
            let key = queue[head]
            head += 1
            if head > 64, head * 2 > queue.count {
                queue.removeFirst(head)
                head = 0
            }
            if entries[key]?.isWanted == true {
                entries[key]?.isWanted = false
                queue.append(key)
            } else {
                size -= entries.removeValue(forKey: key)?.size ?? 0
            }
        }
    }

    private let state = Mutex(State())

    /// The number of files that are remembered.
    var count: Int { state.withLock { $0.entries.count } }

    /// The judged file: the remembered one, or else what ``FileJudge`` says; `digest` is one of its bytes, if there is one.
    func file(_ bytes: [UInt8], digest: String? = nil, location: FindingLocation) -> JudgedFile {
        guard bytes.count <= Self.maxFileSize else { return Self.judge(bytes, location) }
        let key = Key(bytes: bytes, digest: digest, location: location)
        if let known = state.withLock({ $0.find(key) }) { return known }
        // Others may judge the same file meanwhile; both come to the same result.
        let file = Self.judge(bytes, location)
        let size = max(bytes.count, Self.sizeOfRule * file.ruleCount)
        if size <= Self.maxFileSize { state.withLock { $0.keep(file, size, for: key) } }
        return file
    }

    private static func judge(_ bytes: [UInt8], _ location: FindingLocation) -> JudgedFile {
        JudgedFile(FileJudge.judge(bytes, location: location))
    }
}

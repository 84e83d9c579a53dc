import Platform
public import Runs

/// The folder of a site, to which pages are written one at a time.
///
/// A page appears when it is complete, and one that would have the same bytes is not touched. What is written to it as to a
/// file is its start page, which appears when everything else is there. Only one process at a time writes to it.
public final class SiteFolder: OutputSink {
    /// What a folder has that this program may write to; hidden, so that web servers do not serve it.
    private static let marker = ".aasa-audit-site"
    private static let markerText = """
        This folder is a site that aasa-audit writes (-o site:FOLDER). It replaces its own pages here, and deletes nothing.

        """
    /// Where a page is until it is complete: one name, so that what a killed process left is found.
    private static let unfinished = ".aasa-audit-new"

    /// The folder.
    public let path: String
    /// Where a page is until it is complete.
    public var temporaryPath: String { "\(path)/\(Self.unfinished)" }
    /// How many pages were written, because they are new or different.
    public private(set) var written = 0

    private let lock: FileDescriptor
    private let isNew: Bool
    private var isEnded = true
    private var start: [UInt8] = []

    /// Refuses a path where there is no place for a site, without writing anything.
    ///
    /// - Throws: `OutputError.place`, as ``init(path:)`` does.
    public static func check(_ path: String) throws(OutputError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let parent = OutputPath.split(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path).folder
            guard access(parent, F_OK) == 0 else { throw .place(path: path, reason: noParent) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .place(path: path, reason: "it is not a folder; name a new or an empty folder for the site")
        }
        let isOurs = access("\(path)/\(marker)", F_OK) == 0
        // Another process may just have begun a site here.
        guard isOurs || names(at: path).allSatisfy({ $0 == marker }) else {
            throw .place(
                path: path,
                reason: "the folder has files that are not a site of aasa-audit; name a new or an empty folder")
        }
    }

    private static let noParent = "there is no folder in which it could be made"

    /// Opens the folder at `path`, which is made where there is none.
    ///
    /// - Throws: `OutputError.place` where it cannot be written, has files of somebody else, or is written by another process.
    public init(path: String) throws(OutputError) {
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.path = folder
        var status = stat()
        let isMade = mkdir(folder, 0o777) == 0
        let problem = isMade ? 0 : errno
        isNew = isMade
        guard stat(folder, &status) == 0 else {
            throw .place(
                path: path, reason: problem == ENOENT ? Self.noParent : String(cString: strerror(problem)))
        }
        try Self.check(path)
        lock = FileDescriptor(
            open("\(folder)/\(Self.marker)", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666))
        guard lock.number >= 0 else { throw .place(path: path, reason: FileDescriptor.lastError) }
        guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
            throw .place(
                path: path, reason: "another aasa-audit is writing this site; try again when it has ended")
        }
        guard try isMarked() else {
            throw .place(
                path: path,
                reason: "its file \(Self.marker) is not of this version of aasa-audit; name a new or an empty folder")
        }
        isEnded = false
        unlink(temporaryPath)
    }

    deinit { discard() }

    /// Whether the folder is marked as a site; one that is new gets its mark.
    private func isMarked() throws(OutputError) -> Bool {
        let expected = Array(Self.markerText.utf8)
        var status = stat()
        guard fstat(lock.number, &status) == 0, lock.isRegular else { return false }
        if status.st_size == 0 { try check(lock.write(expected, at: 0)) }
        var bytes = [UInt8](repeating: 0, count: expected.count)
        try check(lock.read(&bytes, at: 0))
        return bytes == expected
    }

    /// Holds the site to the domains that it is of, so that the others of a run are not taken for gone.
    ///
    /// - Parameter part: The part of each run's domains, in words; `nil` for all of them.
    /// - Throws: `OutputError.place` where the site is of others.
    func hold(to part: String?) throws(OutputError) {
        let wanted = part.map { Array("It is of a part of the domains only, those with \($0).\n".utf8) } ?? []
        let place = Self.markerText.utf8.count
        var status = stat()
        try check(fstat(lock.number, &status) == 0 ? 0 : errno)
        var kept = [UInt8](repeating: 0, count: max(0, min(Int(status.st_size) - place, 100_000)))
        try check(lock.read(&kept, at: place))
        guard kept != wanted else { return }
        guard kept.isEmpty, pages(in: SiteAddress.runFolder).isEmpty else {
            let others = kept.isEmpty ? "all domains" : "another part of the domains"
            throw .place(
                path: path,
                reason:
                    "it is the site of \(others), and those that are missing here would be taken for gone; name another folder"
            )
        }
        try check(lock.write(wanted, at: place))
    }

    // MARK: Pages

    /// Writes a page, unless it is there with the same bytes.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - name: Where it is, as links have it: parts that this program made, with slashes between them.
    /// - Throws: `OutputError.writing` where it cannot be written.
    func put(_ page: [UInt8], at name: String) throws(OutputError) {
        let place = "\(path)/\(name)"
        guard !isSame(page, at: place) else { return }
        var error = makeTemporary(page)
        if error == 0 { error = move(to: place) }
        if error == ENOENT {
            makeFolders(of: name)
            error = move(to: place)
        }
        if error != 0 {
            unlink(temporaryPath)
            throw OutputError(writing: place, error: error)
        }
        written += 1
    }

    private func makeTemporary(_ page: [UInt8]) -> CInt {
        let file = FileDescriptor(
            open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666))
        return file.number < 0 ? errno : file.write(page)
    }

    private func move(to place: String) -> CInt { rename(temporaryPath, place) == 0 ? 0 : errno }

    private func isSame(_ page: [UInt8], at place: String) -> Bool {
        let file = FileDescriptor(open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        var status = stat()
        guard file.isRegular, fstat(file.number, &status) == 0, status.st_size == off_t(page.count) else {
            return false
        }
        var bytes = [UInt8](repeating: 0, count: page.count)
        return file.read(&bytes, at: 0) == 0 && bytes == page
    }

    private func makeFolders(of name: String) {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o777)
        }
    }

    /// The first `count` bytes of a page, fewer where it is shorter; `nil` where there is none.
    func beginning(of name: String, _ count: Int) -> [UInt8]? { Self.beginning(of: "\(path)/\(name)", count) }

    /// The first `count` bytes of the file at `place`, fewer where it is shorter; `nil` where there is none.
    static func beginning(of place: String, _ count: Int) -> [UInt8]? {
        let file = FileDescriptor(open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        var status = stat()
        guard file.isRegular, fstat(file.number, &status) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size)))
        return file.read(&bytes, at: 0) == 0 ? bytes : nil
    }

    /// The pages in a folder of the site, in alphabetical order.
    func pages(in folder: String) -> [String] {
        Self.names(at: "\(path)/\(folder)").filter { $0.hasSuffix(".html") }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The folders in a folder of the site, in alphabetical order.
    func folders(in folder: String) -> [String] {
        Self.names(at: "\(path)/\(folder)").filter { !$0.contains(".") }.map { "\(folder)/\($0)" }.sorted()
    }

    private static func names(at folder: String) -> [String] {
        TemporaryFile.names(in: folder).filter { $0 != "." && $0 != ".." }
    }

    // MARK: The start page

    /// Adds to the start page.
    public func write(_ bytes: [UInt8]) throws(OutputError) { start += bytes }

    /// Puts the start page in its place, and lets others write.
    ///
    /// Nothing waits for the disk: a page that a power failure has spoilt is different, and the next run writes it again.
    public func finish() throws(OutputError) {
        guard !isEnded else { return }
        if !start.isEmpty { try put(start, at: SiteAddress.start) }
        end()
    }

    /// Gives up what was not finished; a folder that was made for the site goes away while it has no page.
    public func discard() {
        guard !isEnded else { return }
        unlink(temporaryPath)
        if isNew, Self.names(at: path).allSatisfy({ $0 == Self.marker }) {
            unlink("\(path)/\(Self.marker)")
            rmdir(path)
        }
        end()
    }

    private func end() {
        isEnded = true
        start = []
        flock(lock.number, LOCK_UN)
    }

    private func check(_ error: CInt) throws(OutputError) {
        guard error != 0 else { return }
        throw OutputError(writing: path, error: error)
    }
}

import Basics
import Platform
package import Records

/// The folder of a site, to which pages are written one at a time.
///
/// A page appears when it is complete, and a page with unchanged bytes is not written. As a sink, the folder receives
/// the start page, which appears after all other pages. Only one process at a time can write to it.
package final class SiteFolder: OutputSink {
    /// The name of the file that marks a folder as a site; hidden, so that web servers do not serve it.
    private static let marker = ".aasa-audit-site"
    private static let markerText = """
        This folder is a site that aasa-audit writes (-o site:FOLDER). It replaces its own pages here, and deletes nothing.

        """
    /// The name of a page until it is complete: a fixed name, so that a page left behind by a killed process is found.
    private static let unfinished = ".aasa-audit-new"

    /// The folder.
    package let path: String
    /// The path of a page until it is complete.
    package var temporaryPath: String { "\(path)/\(Self.unfinished)" }
    /// The number of pages that were written because they are new or different.
    package private(set) var written = 0

    private let lock: FileDescriptor
    private let isNew: Bool
    private var isEnded = true
    private var start: [UInt8] = []

    /// Verifies that there can be a site at a path, without writing anything.
    ///
    /// - Throws: `OutputError.place`, as ``init(path:)`` does.
    package static func check(_ path: String) throws(OutputError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let parent = OutputPath.split(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path).folder
            guard access(parent, F_OK) == 0 else { throw .place(path: path, reason: noParent) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .place(path: path, reason: "it is not a folder; specify a new or empty folder for the site")
        }
        let isOurs = access("\(path)/\(marker)", F_OK) == 0
        // Another process may have just begun a site here.
        guard isOurs || names(at: path).allSatisfy({ $0 == marker }) else {
            throw .place(
                path: path,
                reason: "the folder has files that are not a site of aasa-audit; specify a new or empty folder")
        }
    }

    private static let noParent = "its parent folder does not exist"

    /// Opens the folder at `path`, which is created if necessary.
    ///
    /// - Throws: `OutputError.place` if it is not writable, contains other files, or is in use by another process.
    package init(path: String) throws(OutputError) {
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.path = folder
        isNew = mkdir(folder, 0o777) == 0
        let problem = errno
        guard access(folder, F_OK) == 0 else {
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
                reason: "its file \(Self.marker) is not of this version of aasa-audit; specify a new or empty folder")
        }
        isEnded = false
        unlink(temporaryPath)
    }

    deinit { discard() }

    /// Returns whether the folder is marked as a site, after marking a new folder.
    private func isMarked() throws(OutputError) -> Bool {
        let expected = Array(Self.markerText.utf8)
        var status = stat()
        guard fstat(lock.number, &status) == 0, lock.isRegular else { return false }
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), expected.count))
        try check(lock.read(&bytes, at: 0))
        // A marker whose writer was killed.
        if bytes.count < expected.count, expected.starts(with: bytes) {
            try check(lock.write(expected, at: 0))
            return true
        }
        return bytes == expected
    }

    // MARK: The domains of the site

    /// The beginning of the text about a part of all domains in the marker, after the text that all markers share.
    private static let partText = "It is of a part of the domains only: "
    /// The maximum number of scalars of a part's description in the marker; a hash distinguishes longer ones.
    private static let shownScalars = 200
    /// The maximum size of a marker that this program writes, in bytes.
    private static let markBytes = 4096

    /// Verifies that the folder can be the site of `part`, without writing anything.
    ///
    /// The check fails for a site of other domains, for a folder with pages of other origin, and for a part that cannot
    /// have a site.
    ///
    /// - Throws: `OutputError.place` if the check fails.
    package static func check(_ path: String, of part: RunPart) throws(OutputError) {
        if part.followsState, let words = part.words {
            throw .place(
                path: path,
                reason:
                    "a site needs the same domains in every run, and those of this part (\(shown(words))) change with "
                    + "their results: select by team, owner or tag, or write html:FILE")
        }
        try checkPages(path)
        let kept = kept(at: path)
        guard !isMark(kept, of: part), hasPages(path) else { return }
        throw .place(
            path: path,
            reason:
                "it is the site of \(name(ofKept: kept)), and this run is of \(part.words.map(shown) ?? "all domains")."
                + " Domains missing from this run would count as no longer audited; specify another folder")
    }

    /// Binds the site to the domains of `part`, so that a run of other domains cannot mark them as no longer audited.
    ///
    /// A folder without pages is bound to `part` even if an unfinished first run bound it to another part.
    ///
    /// - Throws: `OutputError.place` if ``check(_:of:)`` fails, or if the marker cannot be written.
    package func hold(to part: RunPart) throws(OutputError) {
        try Self.check(path, of: part)
        guard !Self.isMark(Self.kept(at: path), of: part) else { return }
        let place = Self.markerText.utf8.count
        try check(ftruncate(lock.number, off_t(place)) == 0 ? 0 : errno)
        guard let words = part.words else { return }
        try check(lock.write(Array("\(Self.partText)\(Self.shown(words))\n".utf8) + Self.hashLine(of: part), at: place))
    }

    private static func shown(_ words: String) -> String {
        let scalars = words.unicodeScalars
        return String(String.UnicodeScalarView(scalars.prefix(shownScalars)))
            + (scalars.count > shownScalars ? "…" : "")
    }

    /// Returns the last line of the marker of a part; empty for all domains.
    private static func hashLine(of part: RunPart) -> [UInt8] {
        part.key.map { Array("The hash of its words: \(StableHash($0).hex)\n".utf8) } ?? []
    }

    /// Returns whether `kept` is the marker of `part`, even if it contains the names in another form.
    private static func isMark(_ kept: [UInt8], of part: RunPart) -> Bool {
        let line = hashLine(of: part)
        return line.isEmpty ? kept.isEmpty : kept.suffix(line.count) == line[...]
    }

    /// Returns the text about a part in the marker of the folder; empty for all domains, and without a marker.
    private static func kept(at path: String) -> [UInt8] {
        Array((beginning(of: "\(path)/\(marker)", markBytes) ?? []).dropFirst(markerText.utf8.count))
    }

    private static func name(ofKept kept: [UInt8]) -> String {
        guard !kept.isEmpty else { return "all domains" }
        let line = String(decoding: kept.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix(partText) ? VisibleText.escape(String(line.dropFirst(partText.count))) : "other domains"
    }

    /// Returns whether there is a page of a run or a domain; those of domains are written first.
    private static func hasPages(_ path: String) -> Bool {
        !pages(in: SiteAddress.runFolder, of: path).isEmpty
            || folders(in: SiteAddress.domainFolder, of: path).contains { !pages(in: $0, of: path).isEmpty }
    }

    // MARK: Pages

    /// Verifies that pages at the paths of a site begin like pages of this program.
    private static func checkPages(_ path: String) throws(OutputError) {
        let single = [SiteAddress.start, SiteAddress.attention, SiteAddress.words]
        let shared = [SiteAddress.teamFolder, SiteAddress.nameFolder, SiteAddress.runFolder]
        let names = (shared + folders(in: SiteAddress.domainFolder, of: path)).flatMap { pages(in: $0, of: path) }
        guard let foreign = (single + names).first(where: { !isOwn("\(path)/\($0)") }) else { return }
        throw .place(
            path: path,
            reason:
                "its file \(VisibleText.escape(foreign)) was not written by aasa-audit; move it or specify another "
                + "folder")
    }

    /// Returns whether `place` may be written: it contains a page of a site, or nothing.
    private static func isOwn(_ place: String) -> Bool {
        let start = SiteDomainPage.pageStart.utf8
        var status = stat()
        guard let bytes = beginning(of: place, start.count) else {
            return lstat(place, &status) != 0 && errno == ENOENT
        }
        // After a power failure, a page may be empty or consist of zeros.
        return bytes.elementsEqual(start) || bytes.allSatisfy { $0 == 0 }
    }

    /// Writes a page, unless it already exists with the same bytes.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - name: The path of the page as in links: components that this program created, separated by slashes.
    /// - Throws: `OutputError.writing` if the page cannot be written.
    func put(_ page: [UInt8], at name: String) throws(OutputError) {
        let place = "\(path)/\(name)"
        guard Self.beginning(of: place, page.count + 1) != page else { return }
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

    private func makeFolders(of name: String) {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o777)
        }
    }

    /// Returns the first `count` bytes of a page, or fewer if it is shorter; `nil` if it does not exist.
    func beginning(of name: String, _ count: Int) -> [UInt8]? { Self.beginning(of: "\(path)/\(name)", count) }

    /// Returns the first `count` bytes of the file at `place`, or fewer if it is shorter; `nil` if it does not exist.
    static func beginning(of place: String, _ count: Int) -> [UInt8]? {
        let file = FileDescriptor(open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        var status = stat()
        guard file.isRegular, fstat(file.number, &status) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size)))
        return file.read(&bytes, at: 0) == 0 ? bytes : nil
    }

    /// Returns the pages in a folder of the site, in alphabetical order.
    func pages(in folder: String) -> [String] { Self.pages(in: folder, of: path) }

    private static func pages(in folder: String, of site: String) -> [String] {
        names(at: "\(site)/\(folder)").filter { $0.hasSuffix(".html") }.map { "\(folder)/\($0)" }.sorted()
    }

    /// Returns the folders in a folder of the site, in alphabetical order.
    func folders(in folder: String) -> [String] { Self.folders(in: folder, of: path) }

    private static func folders(in folder: String, of site: String) -> [String] {
        names(at: "\(site)/\(folder)").filter { !$0.contains(".") }.map { "\(folder)/\($0)" }.sorted()
    }

    private static func names(at folder: String) -> [String] {
        TemporaryFile.names(in: folder).filter { $0 != "." && $0 != ".." }
    }

    // MARK: The start page

    /// Appends bytes to the start page.
    package func write(_ bytes: [UInt8]) throws(OutputError) { start += bytes }

    /// Writes the start page, and releases the folder for other processes.
    ///
    /// The method does not wait for the disk: a page that a power failure damaged differs, so the next run writes it
    /// again.
    package func finish() throws(OutputError) {
        guard !isEnded else { return }
        if !start.isEmpty { try put(start, at: SiteAddress.start) }
        end()
    }

    /// Discards the start page if it is not finished; a folder that was created for the site is removed if it has no
    /// page.
    package func discard() {
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

import Basics
import Platform
package import Records

import class Foundation.FileManager

/// The folder of a site, to which pages are written one at a time.
///
/// A page appears when it is complete, and a page with unchanged bytes is not written. As a sink, the folder receives
/// the start page, which appears after all other pages. Only one process at a time can write to it.
package final class SiteFolder: OutputSink {
    /// The name of a page until it is complete; a fixed name, so that the page of a killed process can be found.
    private static let unfinished = ".aasa-audit-new"

    package let path: String
    package var temporaryPath: String { "\(path)/\(Self.unfinished)" }
    package private(set) var writtenPages = 0

    let lock: FileDescriptor
    private let isNew: Bool
    private var isOpen = false
    private var startPage: [UInt8] = []

    /// Throws `OutputError.unusable` if there cannot be a site at `path`; writes nothing.
    package static func check(_ path: String) throws(OutputError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let hasParent = access(OutputPath.split(withoutSlash(path)).folder, F_OK) == 0
            if !hasParent { throw .unusable(path: path, reason: noParent) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .unusable(path: path, reason: "it is not a folder; specify a new or empty folder for the site")
        }
        // Another process may have just created the marker.
        guard access("\(path)/\(marker)", F_OK) == 0 || names(at: path).allSatisfy({ $0 == marker }) else {
            let reason = "the folder has files that are not a site of aasa-audit; specify a new or empty folder"
            throw .unusable(path: path, reason: reason)
        }
    }

    private static let noParent = "its parent folder does not exist"

    private static func withoutSlash(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Opens the folder at `path`, and creates it if necessary.
    ///
    /// - Throws: `OutputError.unusable` if it is not writable, has other files, or is used by another process.
    package init(path: String) throws(OutputError) {
        let folder = Self.withoutSlash(path)
        self.path = folder
        isNew = mkdir(folder, 0o777) == 0
        let problem = errno
        guard access(folder, F_OK) == 0 else {
            throw .unusable(path: path, reason: problem == ENOENT ? Self.noParent : systemError(problem))
        }
        try Self.check(path)
        lock = FileDescriptor(
            open("\(folder)/\(Self.marker)", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666))
        guard lock.number >= 0 else { throw .unusable(path: path, reason: systemError()) }
        guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
            throw .unusable(path: path, reason: "another aasa-audit is writing this site; try again when it has ended")
        }
        guard try ensureMarker() else {
            let reason = "its file \(Self.marker) is not of this version of aasa-audit; specify a new or empty folder"
            throw .unusable(path: path, reason: reason)
        }
        isOpen = true
        unlink(temporaryPath)
    }

    deinit { discard() }

    // MARK: Pages

    /// Returns whether the site has a page of a run or domain; an aborted first run leaves only pages of domains.
    static func hasPages(_ path: String) -> Bool {
        !pages(in: SiteAddress.runFolder, of: path).isEmpty
            || folders(in: SiteAddress.domainFolder, of: path).contains { !pages(in: $0, of: path).isEmpty }
    }

    /// Throws an error if a file at the path of a page was not written by this program.
    static func checkPages(_ path: String) throws(OutputError) {
        let single = [SiteAddress.start, SiteAddress.attention, SiteAddress.glossary]
        let shared = [SiteAddress.teamFolder, SiteAddress.nameFolder, SiteAddress.runFolder]
        let names = (shared + folders(in: SiteAddress.domainFolder, of: path)).flatMap { pages(in: $0, of: path) }
        guard let foreign = (single + names).first(where: { !isReplaceable("\(path)/\($0)") }) else { return }
        let name = VisibleText.escape(foreign)
        let reason = "its file \(name) was not written by aasa-audit; move it or specify another folder"
        throw .unusable(path: path, reason: reason)
    }

    /// Returns whether the file at `path` is a page of a site, is empty, or does not exist.
    private static func isReplaceable(_ path: String) -> Bool {
        let start = SiteDomainPage.pageStart.utf8
        var status = stat()
        guard let bytes = readFile(at: path, maxBytes: start.count) else {
            return lstat(path, &status) != 0 && errno == ENOENT
        }
        // After a power failure, a page may be empty or consist of zeros.
        return bytes.elementsEqual(start) || bytes.allSatisfy { $0 == 0 }
    }

    /// Writes a page, unless it already exists with the same bytes.
    ///
    /// `name` is the path of the page as in links; it is generated by this program, so its components are safe.
    func put(_ page: [UInt8], at name: String) throws(OutputError) {
        let pagePath = "\(path)/\(name)"
        guard Self.readFile(at: pagePath, maxBytes: page.count + 1) != page else { return }
        var error = makeTemporary(page)
        if error == 0 { error = move(to: pagePath) }
        if error == ENOENT {
            // The page is the first one in its folder.
            var folder = path
            for part in name.split(separator: "/").dropLast() {
                folder += "/\(part)"
                mkdir(folder, 0o777)
            }
            error = move(to: pagePath)
        }
        if error != 0 {
            unlink(temporaryPath)
            throw OutputError(writing: pagePath, error: error)
        }
        writtenPages += 1
    }

    private func makeTemporary(_ page: [UInt8]) -> CInt {
        let file = FileDescriptor(open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666))
        return file.number < 0 ? errno : file.write(page)
    }

    private func move(to pagePath: String) -> CInt { rename(temporaryPath, pagePath) == 0 ? 0 : errno }

    func hasPage(at name: String) -> Bool { readPage(at: name, maxBytes: 1) != nil }

    func readPage(at name: String, maxBytes: Int = .max) -> [UInt8]? {
        Self.readFile(at: "\(path)/\(name)", maxBytes: maxBytes)
    }

    /// Returns the bytes of the file at `path`, at most the first `maxBytes`; `nil` if there is no regular file.
    static func readFile(at path: String, maxBytes: Int) -> [UInt8]? {
        let file = FileDescriptor(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        var status = stat()
        guard file.isRegular, fstat(file.number, &status) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(maxBytes, Int(status.st_size)))
        return file.read(&bytes, at: 0) == 0 ? bytes : nil
    }

    func pages(in folder: String) -> [String] { Self.pages(in: folder, of: path) }

    private static func pages(in folder: String, of site: String) -> [String] {
        names(at: "\(site)/\(folder)").filter { $0.hasSuffix(".html") }.map { "\(folder)/\($0)" }.sorted()
    }

    static func folders(in folder: String, of site: String) -> [String] {
        names(at: "\(site)/\(folder)").filter { !$0.contains(".") }.map { "\(folder)/\($0)" }.sorted()
    }

    private static func names(at folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    // MARK: The start page

    package func write(_ bytes: [UInt8]) throws(OutputError) { startPage += bytes }

    /// Writes the start page, and releases the folder for other processes.
    ///
    /// Does not wait for the data to reach the disk: the next run writes pages again that a power failure damaged.
    package func finish() throws(OutputError) {
        guard isOpen else { return }
        if !startPage.isEmpty { try put(startPage, at: SiteAddress.start) }
        end()
    }

    /// Discards an unfinished start page, and removes a folder that was created for the site if it has no pages.
    package func discard() {
        guard isOpen else { return }
        unlink(temporaryPath)
        if isNew, Self.names(at: path).allSatisfy({ $0 == Self.marker }) {
            unlink("\(path)/\(Self.marker)")
            rmdir(path)
        }
        end()
    }

    private func end() {
        isOpen = false
        startPage = []
        flock(lock.number, LOCK_UN)
    }

    func throwIfFailed(_ error: CInt) throws(OutputError) {
        if error != 0 { throw OutputError(writing: path, error: error) }
    }
}

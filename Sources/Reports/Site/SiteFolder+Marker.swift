import Basics
import Platform
package import Records

/// The marker of a site's folder: a file that states which part of the domains the site covers.
extension SiteFolder {
    /// The name of the file that marks a folder as a site; hidden, so that web servers do not serve it.
    static let marker = ".aasa-audit-site"
    private static let markerText = """
        This folder is a site that aasa-audit writes (-o site:FOLDER). It replaces its own pages here, and deletes nothing.

        """

    /// The beginning of the text about a part of the domains, which follows the text that all markers share.
    private static let partText = "It is of a part of the domains only: "
    /// The maximum number of scalars of a part's description in the marker; a hash distinguishes longer descriptions.
    private static let shownScalars = 200

    /// Marks a new folder as a site, and returns whether the folder has the marker of this version.
    func ensureMarker() throws(OutputError) -> Bool {
        let expected = Array(Self.markerText.utf8)
        var status = stat()
        guard fstat(lock.number, &status) == 0, lock.isRegular else { return false }
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), expected.count))
        try throwIfFailed(lock.read(&bytes, at: 0))
        // The marker is new and empty, or the process that wrote it was killed.
        if bytes.count < expected.count, expected.starts(with: bytes) {
            try throwIfFailed(lock.write(expected, at: 0))
            return true
        }
        return bytes == expected
    }

    /// Throws `OutputError.unusable` for a site of other domains, for a folder with pages of other programs, and for a
    /// part whose domains depend on their status; writes nothing.
    package static func check(_ path: String, of part: RunPart) throws(OutputError) {
        if part.dependsOnStatus, let text = part.text {
            let reason =
                "a site needs the same domains in every run, and those of this part "
                + "(\(text.cut(to: shownScalars))) change with their results: select by team, owner or tag, or "
                + "write html:FILE"
            throw .unusable(path: path, reason: reason)
        }
        try checkPages(path)
        let stored = storedPartText(at: path)
        guard !isText(stored, of: part), hasPages(path) else { return }
        let current = part.text?.cut(to: shownScalars) ?? "all domains"
        let reason =
            "it is the site of \(name(ofStoredPart: stored)), and this run is of \(current)."
            + " Domains missing from this run would count as no longer audited; specify another folder"
        throw .unusable(path: path, reason: reason)
    }

    /// Binds the site to the domains of `part`, so that a run of other domains cannot mark them as no longer audited.
    ///
    /// A folder without pages is bound to `part` even if an unfinished first run bound it to another part.
    package func bind(to part: RunPart) throws(OutputError) {
        try Self.check(path, of: part)
        guard !Self.isText(Self.storedPartText(at: path), of: part) else { return }
        let end = Self.markerText.utf8.count
        try throwIfFailed(ftruncate(lock.number, off_t(end)) == 0 ? 0 : errno)
        guard let text = part.text else { return }
        let line = "\(Self.partText)\(text.cut(to: Self.shownScalars))\n"
        try throwIfFailed(lock.write(Array(line.utf8) + Self.hashLine(of: part), at: end))
    }

    /// Returns the last line of the marker; empty for all domains.
    private static func hashLine(of part: RunPart) -> [UInt8] {
        part.key.map { Array("The hash of its words: \(StableHash($0).hex)\n".utf8) } ?? []
    }

    /// Returns whether `stored` is the text about `part` in a marker, regardless of the case of names.
    private static func isText(_ stored: [UInt8], of part: RunPart) -> Bool {
        let line = hashLine(of: part)
        return line.isEmpty ? stored.isEmpty : stored.suffix(line.count) == line[...]
    }

    /// Returns the text about a part in the marker of the folder; empty for all domains, or without a marker.
    private static func storedPartText(at path: String) -> [UInt8] {
        Array((readFile(at: "\(path)/\(marker)", maxBytes: 4096) ?? []).dropFirst(markerText.utf8.count))
    }

    private static func name(ofStoredPart stored: [UInt8]) -> String {
        guard !stored.isEmpty else { return "all domains" }
        let line = String(decoding: stored.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix(partText) ? VisibleText.escape(String(line.dropFirst(partText.count))) : "other domains"
    }
}

import AppSiteAssociation
package import Audit
import Basics
import Entitlements
import Platform
package import Settings

import class Foundation.FileManager
import struct Foundation.URL

/// The domains that apps list in their entitlements.
package struct EntitlementTargets {
    /// The targets, each domain once, in the order of the lists, including invalid ones.
    package private(set) var entries: [TargetEntry] = []
    package private(set) var listings: [(listing: AppListing, domain: DomainID)] = []
    /// The targets of entries for `applinks` or without a service, including wildcards.
    private(set) var linkTargets: [Target] = []
    package private(set) var remarks: [String] = []
    /// The app of `--app-id` whose identifier was used for apps without one; `nil` if it was not needed.
    private(set) var usedSubstitute: Expectations.App?
    private var knownDomains: Set<DomainID> = []

    /// Reads the entitlements at `paths`.
    ///
    /// If exactly one of `apps` is for universal links, apps without an identifier get its identifier.
    package init(_ paths: [String], apps: [Expectations.App]) throws(UsageError) {
        let linkApps = apps.filter { $0.service == .applinks }
        // The same app can be found more than once.
        var knownApps: Set<AppEntitlements> = []
        for path in paths {
            let reading = try EntitlementFiles.read(path)
            remarks += reading.remarks
            for app in reading.apps where knownApps.insert(app).inserted {
                add(app, substitute: linkApps.count == 1 ? linkApps[0] : nil)
            }
        }
    }

    private mutating func add(_ app: AppEntitlements, substitute: Expectations.App?) {
        let appID = resolveIdentifier(of: app, substitute: substitute)
        var entriesOfDomain: [DomainID: [String]] = [:]
        var uniqueDomains: [DomainID] = []
        for text in app.entries {
            let domain = AssociatedDomain(text)
            var entry = TargetEntry(input: TargetParser.redacted(text), result: domain.target)
            entry.origin = .app(app.source)
            if case .success(let target) = domain.target {
                if domain.service == nil || domain.service == .applinks { linkTargets.append(target) }
                if entriesOfDomain[target.domain] == nil { uniqueDomains.append(target.domain) }
                entriesOfDomain[target.domain, default: []].append(text)
                guard knownDomains.insert(target.domain).inserted else { continue }
            }
            entries.append(entry)
        }
        for (index, domain) in uniqueDomains.enumerated() {
            let listing = AppListing(
                app: app.name, appID: appID, source: app.source, entries: entriesOfDomain[domain] ?? [],
                domainCount: uniqueDomains.count, index: index, isDevelopmentBuild: app.isDevelopmentBuild,
                isAppClip: app.isAppClip)
            listings.append((listing, domain))
        }
    }

    private mutating func resolveIdentifier(of app: AppEntitlements, substitute: Expectations.App?) -> String? {
        let reason: String
        switch app.identifier {
        case .known(let text) where AppIdentifier(text).problems.isEmpty: return text
        case .known(let text): reason = "has \(VisibleText.quote(text)) as its app identifier, which no app can have"
        case .template(let text):
            reason = "has \(VisibleText.quote(text)) as its app identifier, which Xcode completes when it builds"
        case .unknown: reason = "has no app identifier"
        }
        if let substitute {
            usedSubstitute = substitute
            return substitute.appID.text
        }
        remarks.append(
            "\(VisibleText.escape(app.source)) \(reason), so the files are not checked for this app. Specify the "
                + "identifier with --app-id.")
        return nil
    }
}

enum EntitlementFiles {
    private static let maxFiles = 200_000
    private static let maxNestedFolders = 32
    /// The maximum size of a pipe, whose content is read as a whole.
    private static let maxPipeBytes = 4 << 20
    /// Folders of a project that contain third-party code or build products.
    private static let foreignFolders: Set<String> = ["Pods", "Carthage", "DerivedData", "build", "node_modules"]

    static func read(_ path: String) throws(UsageError) -> EntitlementsReader.Reading {
        do throws(EntitlementsError) {
            var status = stat()
            guard path == "-" || stat(path, &status) == 0 else { throw EntitlementsError(systemError()) }
            // The status of “-”, the standard input, stays empty.
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                // Standardized, so that “.” is recognized as an app if the current folder is one.
                let name = URL(filePath: path).standardizedFileURL.lastPathComponent
                let isBuilt = EntitlementsReader.isBuilt(name)
                let files = try tree(path, rootName: name, isBuilt: isBuilt)
                return try EntitlementsReader.read(folder: files, path: path, isBuilt: isBuilt)
            case S_IFREG: return try EntitlementsReader.read(file: OpenFile(path), path: path)
            default: return try EntitlementsReader.read(file: bytes(path), path: path)
            }
        } catch {
            throw UsageError(
                "The entitlements of \(VisibleText.quote(path, limit: 500)) cannot be read: \(error).",
                settings: ["entitlements"])
        }
    }

    private static func bytes(_ path: String) throws(EntitlementsError) -> [UInt8] {
        let file: FileBytes
        do throws(FileReadError) {
            file = try FileBytes(path: path, limit: maxPipeBytes)
        } catch {
            throw EntitlementsError(error.reason)
        }
        guard !file.isCapped else { throw EntitlementsError("it is larger than 4 MiB, the limit for a pipe") }
        return file.bytes
    }

    /// Returns the files of a folder; links are not followed, so that nothing outside is read.
    private static func tree(_ path: String, rootName: String, isBuilt: Bool) throws(EntitlementsError) -> FileTree {
        // The folder itself may be specified by a link.
        let root = URL(filePath: path).resolvingSymlinksInPath().path
        guard let files = FileManager.default.enumerator(atPath: root) else {
            throw EntitlementsError("the folder cannot be listed")
        }
        var paths: [String] = []
        var count = 0
        while let file = files.nextObject() as? String {
            count += 1
            guard count <= maxFiles else {
                throw EntitlementsError(
                    "there are more than \(maxFiles) files in the folder; specify that of the project or app")
            }
            var status = stat()
            guard lstat("\(root)/\(file)", &status) == 0 else { continue }
            let name = file.split(separator: "/").last.map(String.init) ?? file
            if status.st_mode & S_IFMT == S_IFDIR {
                let isForeign = !isBuilt && (foreignFolders.contains(name) || name.hasPrefix("."))
                if isForeign || files.level >= maxNestedFolders { files.skipDescendants() }
            } else if status.st_mode & S_IFMT == S_IFREG {
                paths.append(isBuilt ? "\(rootName)/\(file)" : file)
            }
        }
        return FileTree(paths: paths.sorted()) { file throws(EntitlementsError) in
            try OpenFile("\(root)/\(isBuilt ? String(file.dropFirst(rootName.count + 1)) : file)")
        }
    }
}

private final class OpenFile: ByteSource {
    let size: Int
    private let descriptor: CInt

    init(_ path: String) throws(EntitlementsError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        let hasStatus = descriptor >= 0 && fstat(descriptor, &status) == 0
        // Initialised before any error, so that `deinit` closes the file.
        size = Int(status.st_size)
        guard hasStatus else { throw EntitlementsError(systemError()) }
        // The file may have been replaced by a pipe.
        guard status.st_mode & S_IFMT == S_IFREG else { throw EntitlementsError("it is not a file") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func read(at offset: Int, count: Int) throws(EntitlementsError) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        let wanted = min(count, size - offset)
        var result: Int = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, used in
            repeat {
                result = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
            } while result < 0 && errno == EINTR
            used = max(0, result)
        }
        guard result >= 0 else { throw EntitlementsError(systemError()) }
        return bytes
    }
}

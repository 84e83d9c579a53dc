import Basics
import SignedFile

/// Reads the entitlements of apps from a property list (`.entitlements`, `.xcent`, in XML or binary), a provisioning
/// profile, an executable, an `.ipa`, and the folders of a signed app (`.app`), an `.xcarchive` and an Xcode project.
package enum EntitlementsReader {
    private static let maxProjectBytes = 32 << 20
    private static let maxFiles = 200

    package struct Reading: Hashable, Sendable {
        package var apps: [AppEntitlements] = []
        /// Descriptions, in complete sentences, of everything that could not be read.
        package var remarks: [String] = []
    }

    /// Reads one file; `path` is its path as the user specified it.
    package static func read(file: any ByteSource, path: String) throws(EntitlementsError) -> Reading {
        let start = try file.read(at: 0, count: 64)
        if ZipArchive.isArchive(start) {
            return try makeReading(of: AppBundles(tree: ZipArchive(file).tree, source: path).apps())
        }
        func readList(_ list: PropertyList, isSigned: Bool) throws(EntitlementsError) -> Reading {
            let app = try AppEntitlements(list, name: name(of: path), source: path, isSigned: isSigned)
            return try makeReading(of: [app])
        }
        if CodeSignature.isExecutable(start) {
            guard let bytes = try CodeSignature.entitlements(of: file) else {
                throw EntitlementsError("it is an executable without a signature that has entitlements")
            }
            return try readList(PropertyList(bytes), isSigned: true)
        }
        let bytes = try file.readAll(limit: AppBundles.maxFileBytes)
        if SignedFile.detect(bytes) == .der {
            return try readList(ProvisioningProfile.entitlements(bytes), isSigned: true)
        }
        let payload = CodeSignature.payload(bytes)
        let list: PropertyList
        do throws(EntitlementsError) {
            list = try PropertyList(payload)
        } catch {
            let isApp = path.lowercased().hasSuffix(".ipa")
            let reason = isApp ? "an .ipa file must be a zip archive, and this one is not" : "\(error)"
            throw EntitlementsError(
                "\(reason); the supported inputs are .entitlements files, provisioning profiles, executables, .ipa, "
                    + ".app, .xcarchive and folders of Xcode projects")
        }
        // A list extracted from a signature has the signature's envelope, or the extension `.xcent`, which Xcode uses.
        return try readList(list, isSigned: payload.count != bytes.count || path.hasSuffix(".xcent"))
    }

    /// Reads a folder: the apps in a bundle or an archive (`isBuilt`), otherwise the targets of the projects in it.
    package static func read(folder tree: FileTree, path: String, isBuilt: Bool) throws(EntitlementsError) -> Reading {
        guard isBuilt else { return try readProjects(in: tree, path: path) }
        return try makeReading(of: AppBundles(tree: tree, source: path).apps())
    }

    /// Whether a folder of this name is an app or an archive, rather than a project.
    package static func isBuilt(_ name: String) -> Bool {
        [".app", ".appex", ".xcarchive"].contains(where: name.hasSuffix)
    }

    private static func makeReading(of apps: [AppEntitlements]) throws(EntitlementsError) -> Reading {
        guard apps.contains(where: { !$0.entries.isEmpty }) else {
            throw EntitlementsError("it lists no associated domains (\(AppEntitlements.domainsKey))")
        }
        return Reading(apps: apps)
    }

    private static func name(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let fileExtension = [".entitlements", ".xcent", ".plist", ".mobileprovision"].first(where: name.hasSuffix)
        return String(name.dropLast(fileExtension?.count ?? 0))
    }

    private static func readProjects(in tree: FileTree, path: String) throws(EntitlementsError) -> Reading {
        let paths = Set(tree.paths)
        var reading = Reading()
        var files: [(file: String, name: String, isDevelopmentBuild: Bool)] = []
        for project in tree.paths where project.hasSuffix(".xcodeproj/project.pbxproj") {
            let folder = project.split(separator: "/").dropLast(2).map(String.init)
            do throws(EntitlementsError) {
                for target in try XcodeProject(tree.open(project).readAll(limit: maxProjectBytes)).entitlementsFiles {
                    guard let file = resolved(target.path, from: folder), paths.contains(file) else {
                        reading.remarks.append(
                            "\(path): the target \(VisibleText.quote(target.name)) has its entitlements in "
                                + "\(VisibleText.quote(target.path)), which is not in this folder.")
                        continue
                    }
                    files.append((file, target.name, target.isDevelopmentBuild))
                }
            } catch {
                reading.remarks.append("\(path): \(VisibleText.quote(project)) cannot be read: \(error).")
            }
        }
        if files.isEmpty {
            files = tree.paths.filter { $0.hasSuffix(".entitlements") }.map { ($0, name(of: $0), false) }
        }
        guard files.count <= maxFiles else {
            let count = Phrase.number(files.count)
            throw EntitlementsError("it contains \(count) entitlements files; at most \(maxFiles) are read")
        }
        for (file, name, isDevelopmentBuild) in files {
            do throws(EntitlementsError) {
                let bytes = try tree.open(file).readAll(limit: AppBundles.maxFileBytes)
                let list = try PropertyList(CodeSignature.payload(bytes))
                var app = try AppEntitlements(list, name: name, source: "\(path): \(file)", isSigned: false)
                if isDevelopmentBuild { app.isDevelopmentBuild = true }
                if !app.entries.isEmpty { reading.apps.append(app) }
            } catch {
                reading.remarks.append("\(path): \(VisibleText.quote(file)) cannot be read: \(error).")
            }
        }
        guard !reading.apps.isEmpty else {
            let cause = "no target of a project and no .entitlements file in it lists associated domains"
            throw EntitlementsError(([cause] + reading.remarks.prefix(3).map(Phrase.clause)).joined(separator: "; "))
        }
        return reading
    }

    /// Returns a path from the outermost folder; `nil` if `path`, relative to the folder `start`, leads outside.
    private static func resolved(_ path: String, from start: [String]) -> String? {
        guard !path.hasPrefix("/") else { return nil }
        var parts = start
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }
}

/// An error in reading the entitlements of an app: one sentence without its full stop.
package struct EntitlementsError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

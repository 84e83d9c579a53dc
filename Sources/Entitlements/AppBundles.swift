import Basics
import SignedFile

import struct Foundation.Date

/// Finds the apps in a folder or an archive, with their extensions and App Clips.
struct AppBundles {
    private static let maxBundles = 64
    /// The maximum size of a file that is read completely; projects have another limit.
    static let maxFileBytes = 4 << 20

    let tree: FileTree
    let source: String

    /// Returns the entitlements of all bundles with associated domains; fails for the first that cannot be read.
    func apps() throws(EntitlementsError) -> [AppEntitlements] {
        let infoPaths = tree.paths.filter { $0.hasSuffix("/Info.plist") }.sorted()
        let bundles = infoPaths.map { Bundle(infoFolder: String($0.dropLast("/Info.plist".count))) }
            .filter(\.isAppOrExtension)
        guard !bundles.isEmpty else {
            throw EntitlementsError("there is no app in it: no folder with a name that ends in .app and an Info.plist")
        }
        guard bundles.count <= Self.maxBundles else {
            let count = Phrase.number(bundles.count)
            throw EntitlementsError("it contains \(count) apps; at most \(Self.maxBundles) are read")
        }
        let files = Set(tree.paths)
        var apps: [AppEntitlements] = []
        for bundle in bundles {
            do throws(EntitlementsError) {
                if let app = try app(in: bundle, files: files), !app.entries.isEmpty { apps.append(app) }
            } catch {
                throw EntitlementsError("\(VisibleText.quote(bundle.path)) in it: \(error)")
            }
        }
        return apps
    }

    private struct Bundle {
        let infoFolder: String

        var path: String {
            infoFolder.hasSuffix("/Contents") ? String(infoFolder.dropLast("/Contents".count)) : infoFolder
        }
        var isAppOrExtension: Bool { path.hasSuffix(".app") || path.hasSuffix(".appex") }

        var name: String {
            let last = path.split(separator: "/").last ?? ""
            return last.hasSuffix(".app") ? String(last.dropLast(4)) : String(last)
        }

        func executablePath(named name: String) -> String {
            (infoFolder == path ? path : "\(infoFolder)/MacOS") + "/" + name
        }
    }

    /// Returns the entitlements in the signature, otherwise those in Xcode's expanded file, otherwise those that the
    /// provisioning profile allows; `nil` if there are none.
    private func app(in bundle: Bundle, files: Set<String>) throws(EntitlementsError) -> AppEntitlements? {
        let info = try PropertyList(tree.open("\(bundle.infoFolder)/Info.plist").readAll(limit: Self.maxFileBytes))
        let expanded = "\(bundle.infoFolder)/archived-expanded-entitlements.xcent"
        let profiles = ["embedded.mobileprovision", "embedded.provisionprofile"].map { "\(bundle.infoFolder)/\($0)" }
        let list: PropertyList
        if let name = info["CFBundleExecutable"]?.string, files.contains(bundle.executablePath(named: name)),
            let bytes = try CodeSignature.entitlements(of: tree.open(bundle.executablePath(named: name)))
        {
            list = try PropertyList(bytes)
        } else if files.contains(expanded) {
            list = try PropertyList(CodeSignature.payload(tree.open(expanded).readAll(limit: Self.maxFileBytes)))
        } else if let profile = profiles.first(where: files.contains) {
            list = try ProvisioningProfile.entitlements(tree.open(profile).readAll(limit: Self.maxFileBytes))
        } else {
            return nil
        }
        // The path of a bundle that is the specified folder itself is not repeated.
        let fullSource = source.hasSuffix(bundle.path) ? source : "\(source): \(bundle.path)"
        return try AppEntitlements(list, name: bundle.name, source: fullSource, isSigned: true)
    }
}

/// A provisioning profile: a property list in a CMS envelope.
enum ProvisioningProfile {
    /// Returns the entitlements that the profile allows; the trust of its signature is irrelevant here.
    static func entitlements(_ bytes: [UInt8]) throws(EntitlementsError) -> PropertyList {
        let reading = SignedFile.open(bytes, anchors: nil, domain: nil, at: Date(timeIntervalSince1970: 0))
        guard let payload = reading.payload else { throw EntitlementsError("it is not a provisioning profile") }
        guard let entitlements = try PropertyList(payload)["Entitlements"] else {
            throw EntitlementsError("it is a provisioning profile without entitlements")
        }
        return entitlements
    }
}

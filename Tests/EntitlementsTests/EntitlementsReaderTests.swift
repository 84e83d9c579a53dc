import Foundation
import TestSupport
import Testing

@testable import Entitlements

/// The entitlements in all supported files and folders.
@Suite(.inTurn(minutes: 3)) struct EntitlementsReaderTests {
    private static let appID = "A1B2C3D4E5.com.acme.shop"

    private static func read(_ bytes: [UInt8], _ path: String = "Shop.ipa") throws -> [AppEntitlements] {
        try EntitlementsReader.read(file: bytes, path: path).apps
    }

    private static func tree(_ files: [String: [UInt8]]) -> FileTree {
        FileTree(paths: files.keys.sorted()) { path throws(EntitlementsError) in
            guard let bytes = files[path] else { throw EntitlementsError("no such file") }
            return bytes
        }
    }

    @Test func readsAListInXMLAndBinary() throws {
        let text = SampleApp.entitlements(["applinks:a.test", "webcredentials:*.b.test"], appID: Self.appID)
        let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        for bytes in [Array(text.utf8), Array(binary)] {
            let apps = try Self.read(bytes, "x/Shop.entitlements")
            #expect(apps.map(\.name) == ["Shop"])
            #expect(apps[0].identifier == .known(Self.appID))
            #expect(apps[0].entries == ["applinks:a.test", "webcredentials:*.b.test"])
            // Without a signature, the kind of build is unknown.
            #expect(apps[0].isDevelopmentBuild == nil)
        }
    }

    @Test(
        arguments: [
            (
                "$(AppIdentifierPrefix)com.acme.shop",
                AppEntitlements.Identifier.template("$(AppIdentifierPrefix)com.acme.shop")
            ),
            ("A1B2C3D4E5.*", .unknown), (nil, .unknown),
        ] as [(String?, AppEntitlements.Identifier)])
    func recognizesTemplatesAndUnknownIdentifiers(text: String?, identifier: AppEntitlements.Identifier) throws {
        let list = SampleApp.entitlements(["applinks:a.test"], appID: text)
        #expect(try Self.read(Array(list.utf8), "a.plist").first?.identifier == identifier)
    }

    @Test(arguments: [0, 8])
    func readsAnArchive(method: Int) throws {
        let bundles = [
            ("Shop.app", SampleApp.entitlements(["applinks:a.test"], appID: Self.appID)),
            (
                "Shop.app/AppClips/Clip.app",
                SampleApp.entitlements(
                    ["appclips:a.test"], appID: Self.appID + ".Clip",
                    more: "<key>com.apple.developer.on-demand-install-capable</key><true/>")
            ),
            ("Shop.app/PlugIns/Keys.appex", SampleApp.entitlements(["webcredentials:b.test"], development: true)),
            ("Shop.app/PlugIns/Plain.appex", SampleApp.entitlements([])),
        ]
        let apps = try Self.read(SampleApp.ipa(bundles, method: method))
        #expect(apps.map(\.name) == ["Clip", "Shop", "Keys.appex"])
        #expect(apps.map(\.isAppClip) == [true, false, false])
        #expect(apps.map(\.isDevelopmentBuild) == [false, false, true])
        #expect(apps.map(\.entries) == [["appclips:a.test"], ["applinks:a.test"], ["webcredentials:b.test"]])
        #expect(apps[1].source == "Shop.ipa: Payload/Shop.app")
    }

    @Test func readsAnExecutableForSeveralProcessors() throws {
        let parts = [nil, SampleApp.entitlements(["applinks:a.test"])].map { SampleApp.executable($0) }
        #expect(try Self.read(SampleApp.universal(parts), "Shop").map(\.entries) == [["applinks:a.test"]])
        #expect(throws: EntitlementsError.self) { try Self.read(SampleApp.executable(nil), "Shop") }
        // A file that is truncated at any position causes an error or has no entitlements, but never crashes.
        let whole = SampleApp.universal(parts)
        for count in stride(from: 4, to: whole.count, by: 4001) {
            _ = try? Self.read(Array(whole.prefix(count)), "Shop")
        }
    }

    @Test func readsFoldersOfApps() throws {
        let list = Array(SampleApp.entitlements(["applinks:a.test"], appID: Self.appID).utf8)
        let info = Array(SampleApp.info(executable: "main").utf8)
        let signed = SampleApp.executable(String(decoding: list, as: UTF8.self))
        let rows: [(String, [String: [UInt8]])] = [
            ("out/Shop.app", ["Shop.app/Info.plist": info, "Shop.app/main": signed]),
            ("Shop.app/", ["Shop.app/Contents/Info.plist": info, "Shop.app/Contents/MacOS/main": signed]),
            (
                "Shop.xcarchive",
                [
                    "Shop.xcarchive/Info.plist": info, "Shop.xcarchive/Products/Applications/Shop.app/Info.plist": info,
                    "Shop.xcarchive/Products/Applications/Shop.app/main": signed,
                ]
            ),
            // Without a signature, the entitlements file that Xcode adds is used.
            ("Shop.app", ["Shop.app/Info.plist": info, "Shop.app/archived-expanded-entitlements.xcent": list]),
        ]
        for (path, files) in rows {
            let apps = try EntitlementsReader.read(
                folder: Self.tree(files), path: path,
                isBuilt: EntitlementsReader.isBuilt(path.split(separator: "/").last.map(String.init) ?? path)
            ).apps
            #expect(apps.map(\.entries) == [["applinks:a.test"]], "\(path)")
            #expect(apps.map(\.name) == ["Shop"])
        }
    }

    @Test func readsAProvisioningProfile() async throws {
        func profile(_ domains: String) async throws -> [UInt8] {
            let text = """
                <?xml version="1.0"?><plist version="1.0"><dict><key>Name</key><string>Shop</string><key>Entitlements</key>
                <dict><key>application-identifier</key><string>\(Self.appID)</string>
                <key>com.apple.developer.associated-domains</key>\(domains)</dict></dict></plist>
                """
            return try await Signing.with { try $0.sign(Array(text.utf8)) }
        }
        let listed = try await profile("<array><string>applinks:a.test</string></array>")
        let apps = try Self.read(listed, "Shop.mobileprovision")
        #expect(apps.map(\.identifier) == [.known(Self.appID)])
        #expect(apps.map(\.entries) == [["applinks:a.test"]])
        let any = try await profile("<string>*</string>")
        #expect { try Self.read(any, "Shop.mobileprovision") } throws: { "\($0)".contains("allows any domain") }
    }

    // MARK: Projects

    @Test func findsTheTargetsOfAProject() throws {
        let project = SampleApp.project([
            ("Shop", [("Debug", "Shop/Debug.entitlements"), ("Release", "Shop/Release.entitlements")]),
            (
                "Clip",
                [("Debug", "$(SRCROOT)/Clip/$(TARGET_NAME).entitlements"), ("Release", "Clip/Clip.entitlements")]
            ),
            ("Away", [("Release", "../../etc/passwd")]),
        ])
        func list(_ domain: String) -> [UInt8] { Array(SampleApp.entitlements([domain]).utf8) }
        let reading = try EntitlementsReader.read(
            folder: Self.tree([
                "ios/Shop.xcodeproj/project.pbxproj": Array(project.utf8),
                "ios/Shop/Debug.entitlements": list("applinks:a.test?mode=developer"),
                "ios/Shop/Release.entitlements": list("applinks:a.test"),
                "ios/Clip/Clip.entitlements": list("appclips:a.test"),
                "Other.entitlements": list("applinks:other.test"),
            ]), path: ".", isBuilt: false)
        #expect(reading.apps.map(\.name) == ["Shop (Debug)", "Shop (Release)", "Clip"])
        #expect(reading.apps.map(\.isDevelopmentBuild) == [true, nil, nil])
        #expect(reading.remarks.count == 1)
        #expect(reading.remarks.first?.contains("“../../etc/passwd”, which is not in this folder") == true)
    }

    @Test func walksWhereNoProjectSaysMore() throws {
        let list = Array(SampleApp.entitlements(["applinks:a.test"]).utf8)
        let reading = try EntitlementsReader.read(
            folder: Self.tree([
                "App.xcodeproj/project.pbxproj": Array("{ objects = (".utf8), "a/One.entitlements": list,
                "b/Two.entitlements": list, "b/Broken.entitlements": [1, 2, 3],
            ]), path: "project", isBuilt: false)
        #expect(reading.apps.map(\.name) == ["One", "Two"])
        #expect(reading.remarks.count == 2)
    }

    // MARK: Hostile files

    private static func archive(_ build: (inout ZipFile) -> Void) -> [UInt8] {
        var archive = ZipFile()
        build(&archive)
        return archive.bytes()
    }

    static let info = Array(SampleApp.info(executable: "main").utf8)
    static let bomb = Array(Compression.gzip(0, count: 1 << 28).dropFirst(10).dropLast(8))

    /// A hostile file, and words of the expected message.
    struct Hostile: Sendable, CustomTestStringConvertible {
        var bytes: [UInt8]
        var words: String

        init(_ bytes: [UInt8], _ words: String) { (self.bytes, self.words) = (bytes, words) }

        var testDescription: String { words }
    }

    static let hostile: [Hostile] = [
        Hostile(archive { $0.add("../../etc/cron.d/x", []) }, "leads out of it (“../../etc/cron.d/x”)"),
        Hostile(archive { $0.add("/etc/passwd", []) }, "leads out of it"),
        Hostile(archive { $0.add("a\\..\\b", []) }, "leads out of it"),
        Hostile(archive { $0.add("Payload/A.app/Info.plist", info, .init(flags: 1)) }, "is encrypted"),
        Hostile(archive { $0.add("Payload/A.app/Info.plist", info, .init(method: 12)) }, "method 12"),
        Hostile(archive { $0.add("Payload/A.app/Info.plist", info, .init(stored: [1, 2, 3])) }, "are broken"),
        Hostile(archive { $0.add("Payload/A.app/Info.plist", info, .init(stored: [])) }, "cut off"),
        Hostile(archive { $0.add("Payload/A.app/Info.plist", [], .init(stored: bomb)) }, "more than 4096 KiB"),
        Hostile(archive { $0.add("readme.txt", info) }, "there is no app in it"),
        Hostile(archive { archive in for index in 0..<65 { archive.add("\(index).app/Info.plist", info) } }, "65 apps"),
        Hostile(Array(archive { $0.add("Payload/A.app/Info.plist", info) }.dropLast(30)), "its directory is missing"),
        Hostile(ZipFile().bytes(), "is not a property list"),
        Hostile(
            {
                var zip = ZipFile(); zip.add("a", []); return zip.bytes(count: 0xFFFF)
            }(), "over 65,534 entries"
        ),
        Hostile(
            {
                var zip = ZipFile(); zip.add("a", []); return zip.bytes(count: 9)
            }(), "a broken directory"
        ),
        Hostile(Array(SampleApp.entitlements([]).utf8), "lists no associated domains"),
        Hostile(Array("<plist><array/></plist>".utf8), "a dictionary"),
        Hostile(Array(repeating: 0x20, count: 5 << 20), "more than 4096 KiB"),
        Hostile(
            Array(SampleApp.entitlements(["a"]).replacing("<string>a</string>", with: "<integer>1</integer>").utf8),
            "strings were expected"
        ),
        Hostile(
            Array(SampleApp.entitlements([]).replacing("<array></array>", with: "<dict/>").utf8),
            "is a dictionary; an array of strings was expected"
        ),
        Hostile(Array(SampleApp.entitlements(Array(repeating: "applinks:a.test", count: 3001)).utf8), "3,001 domains"),
    ]

    @Test(arguments: hostile)
    func refuses(_ file: Hostile) {
        #expect {
            try Self.read(file.bytes, "Shop")
        } throws: {
            "\($0)".contains(file.words)
        }
    }
}

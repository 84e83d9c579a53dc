/// Apps as Xcode builds them, limited to their entitlements.
public enum SampleApp {
    /// An entitlements file in XML.
    public static func entitlements(
        _ domains: [String], appID: String? = nil, development: Bool = false, more: String = ""
    ) -> String {
        let entries = domains.map { "<string>\($0)</string>" }.joined()
        let identifier = appID.map { "<key>application-identifier</key><string>\($0)</string>" } ?? ""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            \(identifier)<key>com.apple.developer.associated-domains</key><array>\(entries)</array>
            \(development ? "<key>get-task-allow</key><true/>" : "")\(more)
            </dict></plist>
            """
    }

    /// Returns the Info.plist of a bundle.
    public static func info(executable: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>CFBundleExecutable</key><string>\(executable)</string></dict></plist>
        """
    }

    /// Returns a signed executable for arm64, whose signature follows `size` bytes of code.
    public static func executable(_ entitlements: String?, size: Int = 200_000) -> [UInt8] {
        let number = ZipFile.number
        let signature = entitlements.map { Self.signature(Array($0.utf8)) } ?? []
        let commands =
            entitlements == nil ? [] : number(0x1D, 4) + number(16, 4) + number(size, 4) + number(signature.count, 4)
        var bytes: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE] + number(0x0100_000C, 4) + number(0, 4) + number(2, 4)
        bytes += number(commands.isEmpty ? 0 : 1, 4) + number(commands.count, 4) + number(0, 8) + commands
        return bytes + Array(repeating: 0x90, count: size - bytes.count) + signature
    }

    /// Returns an executable with slices for several architectures, of which the last is arm64.
    public static func universal(_ parts: [[UInt8]]) -> [UInt8] {
        func big(_ value: Int) -> [UInt8] { ZipFile.number(value, 4).reversed() }
        var header = [0xCA, 0xFE, 0xBA, 0xBE] + big(parts.count)
        var offset = 16_384
        var body: [UInt8] = []
        for (index, part) in parts.enumerated() {
            header +=
                big(index == parts.count - 1 ? 0x0100_000C : 0x0100_0007) + big(0) + big(offset) + big(part.count)
                + big(14)
            body += part
            offset += part.count
        }
        return header + Array(repeating: 0, count: 16_384 - header.count) + body
    }

    private static func signature(_ entitlements: [UInt8]) -> [UInt8] {
        func big(_ value: Int) -> [UInt8] { ZipFile.number(value, 4).reversed() }
        let directory = big(0xFADE_0C02) + big(5000) + Array(repeating: 7, count: 4992)
        let start = 12 + 2 * 8
        let index = big(0) + big(start) + big(5) + big(start + directory.count)
        let blob = big(0xFADE_7171) + big(8 + entitlements.count) + entitlements
        return big(0xFADE_0CC0) + big(start + directory.count + blob.count) + big(2) + index + directory + blob
    }

    /// Returns an `.ipa` with bundles by their paths below `Payload`, each with its entitlements.
    public static func ipa(_ bundles: [(path: String, entitlements: String)], method: Int = 8) -> [UInt8] {
        var archive = ZipFile()
        archive.add("iTunesMetadata.plist", Array("x".utf8))
        for (path, entitlements) in bundles {
            let entry = ZipFile.Entry(method: method)
            archive.add("Payload/\(path)/Info.plist", Array(info(executable: "main").utf8), entry)
            archive.add("Payload/\(path)/main", executable(entitlements), entry)
        }
        return archive.bytes()
    }

    /// Returns a `project.pbxproj` with targets and the entitlements of their configurations.
    public static func project(_ targets: [(name: String, files: [(configuration: String, path: String)])]) -> String {
        var objects = ""
        for (index, target) in targets.enumerated() {
            objects += """
                T\(index) /* \(target.name) */ = {isa = PBXNativeTarget; name = "\(target.name)"; buildConfigurationList = L\(index); };
                L\(index) = {isa = XCConfigurationList; buildConfigurations = (
                \(target.files.indices.map { "C\(index)x\($0)," }.joined()) ); };

                """
            for (number, file) in target.files.enumerated() {
                objects += """
                    C\(index)x\(number) = {isa = XCBuildConfiguration; name = \(file.configuration);
                    buildSettings = { CODE_SIGN_ENTITLEMENTS = "\(file.path)"; SDKROOT = iphoneos; }; };

                    """
            }
        }
        return """
            // !$*UTF8*$!
            { archiveVersion = 1; objectVersion = 56; rootObject = P; objects = {
            P = {isa = PBXProject; targets = ( \(targets.indices.map { "T\($0)," }.joined()) ); };
            \(objects) }; }
            """
    }
}

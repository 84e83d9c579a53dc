import Foundation
import TestSupport
import Testing

/// The architecture document is correct: its table of modules agrees with Package.swift and with the sources.
struct ArchitectureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The modules of Swift and the system, which every module may import.
    private static let everywhere: Set<String> = [
        "Foundation", "Dispatch", "Synchronization", "Glibc", "Darwin", "Platform",
    ]

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    }

    /// Returns whether a module is written in C or is only a module map, so that it has no imports to compare.
    private static func isC(_ name: Substring) -> Bool { name.firstMatch(of: /^C[A-Z]/) != nil }

    /// Returns the modules of the table with their imports.
    private static func table() throws -> [String: Set<String>] {
        var modules: [String: Set<String>] = [:]
        for line in try Repository.page("Architecture").split(separator: "\n") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count == 5, let name = cells[1].firstMatch(of: /`([^`]+)`/)?.1, !isC(name) else { continue }
            modules[String(name)] = Set(cells[3].matches(of: /`([^`]+)`/).map { String($0.1) })
        }
        return modules
    }

    /// Returns the modules of Package.swift in Sources with their dependencies.
    private static func package() throws -> [String: Set<String>] {
        var modules: [String: Set<String>] = [:]
        let manifest = try text("Package.swift")
        let pattern = /\.(?:target|executableTarget)\(\s*name: "([^"]+)"(.*?)(?=\n        \.|\n\n)/.dotMatchesNewlines()
        for match in manifest.matches(of: pattern) where !match.2.contains("path:") && !isC(match.1) {
            var list = String(match.2.split(separator: "exclude:")[0])
            list = list.replacing(/package: "[^"]+"/, with: "")
            let names = Set(list.matches(of: /"([^"]+)"/).map { String($0.1) })
            modules[String(match.1)] = names.subtracting(everywhere)
        }
        return modules
    }

    private static func imports(of module: String) throws -> Set<String> {
        var found: Set<String> = []
        let folder = root.appending(path: "Sources/\(module)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            let pattern = /^\s*(?:@\w+(?:\(\w+\))? )?(?:public |package )?import (?:struct |class |enum |func )?(\w+)/
            for match in source.matches(of: pattern.anchorsMatchLineEndings()) { found.insert(String(match.1)) }
        }
        return found.subtracting(everywhere)
    }

    @Test func theTableOfModulesIsWhatThePackageAndTheSourcesSay() throws {
        let table = try Self.table()
        let package = try Self.package()
        #expect(table.count >= 10)
        #expect(Set(table.keys) == Set(package.keys))
        for (module, listed) in table {
            #expect(try Self.imports(of: module) == listed, "\(module), beside its imports")
            #expect(package[module] == listed, "\(module), beside Package.swift")
        }
    }
}

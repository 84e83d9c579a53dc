import Audit
import History
import Settings

import struct Foundation.URL

extension TargetSetID {
    /// The estate that a configuration is, or a share of it: its lists and domains may change from night to night.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, which names targets.
    ///   - name: The name that it gives them; `nil` where it gives none.
    ///   - shard: The share that is meant; `nil` for all.
    ///   - domains: Targets that the command line adds.
    ///   - exclude: Expressions of the command line that leave targets out.
    init(
        of configuration: Configuration, named name: String?, shard: Shard?, domains: [String] = [],
        exclude: [String] = []
    ) {
        func texts(_ key: String) -> [String] { configuration.settings[key] ?? [] }
        let path = Self.paths([configuration.path])
        let (lists, apps) = (Self.paths(texts("lists")), Self.paths(texts("entitlements")))
        func mark(_ files: [String], _ exclude: [String]) -> String {
            Self(domains: domains, files: files, exclude: exclude, shard: shard).text
        }
        let files = lists + apps + (configuration.domains.isEmpty ? [] : path)
        let unnamed = Self(
            domains: domains, files: files, exclude: exclude,
            shard: shard, configuration: path[0])
        // What the file named at the time made the mark; whatever of it may have been added since.
        var earlier = EarlierMarks(file: Self.name(of: configuration.path))
        let sources = Set((0...min(lists.count, 20)).flatMap { [Array(lists.prefix($0)), lists.prefix($0) + apps] })
        for exclude in Set([exclude.isEmpty ? texts("exclude") : exclude, exclude]) {
            earlier.own.formUnion(sources.map { mark($0 + path, exclude) })
            earlier.shared.formUnion(sources.filter { !$0.isEmpty }.map { mark($0, exclude) })
        }
        if !(lists + apps).isEmpty { earlier.lists = mark(lists + apps, exclude.isEmpty ? texts("exclude") : exclude) }
        if let name {
            self.init(domains: domains, files: files, exclude: exclude, shard: shard, estate: name)
            // Nobody else's runs become those of a name that is used already.
            earlier.shared.formUnion(earlier.own.union([unnamed.text]))
            earlier.own = []
        } else {
            self = unnamed
            earlier.own.remove(text)
        }
        self.earlier = earlier
    }

    /// Paths from the root, whatever the working folder was; `-` stays what it is.
    static func paths(_ paths: [String]) -> [String] {
        paths.map { $0 == "-" ? $0 : URL(filePath: $0).standardizedFileURL.path }
    }

    /// The name of a file without its folder.
    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

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
        self.init(
            configuration: path[0], named: name,
            files: Self.paths(texts("lists") + texts("entitlements")) + (configuration.domains.isEmpty ? [] : path),
            leavesOut: texts("exclude"), shard: shard, domains: domains, exclude: exclude)
    }

    /// Paths from the root, whatever the working folder was; `-` stays what it is.
    static func paths(_ paths: [String]) -> [String] {
        paths.map { $0 == "-" ? $0 : URL(filePath: $0).standardizedFileURL.path }
    }
}

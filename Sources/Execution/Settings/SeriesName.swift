import Audit
import Settings

import struct Foundation.URL

/// The name of the series of a run, and that of its default database file.
package struct SeriesName: Hashable, Sendable {
    /// The series: its name or the path of the targets' source, with the shard.
    package let series: String
    /// The name of the file, without its extension; `nil` if the targets have no permanent name.
    private let stem: String?

    init(of configuration: Configuration, named name: String?, shard: Shard?) {
        self.init(name ?? Self.path(configuration.path), stem: name ?? Self.stem(configuration.path), shard)
    }

    /// Creates the series of lists and entitlements: their paths; without any, that of the command line.
    init(ofFiles files: [String], shard: Shard?) {
        let names = files.map { $0 == "-" ? "the standard input" : Self.path($0) }
        let isNamed = !files.isEmpty && !files.contains("-")
        self.init(
            files.isEmpty ? "the command line" : names.joined(separator: ", "),
            stem: isNamed ? files.map(Self.stem).joined(separator: "+") : nil, shard)
    }

    private init(_ name: String, stem: String?, _ shard: Shard?) {
        series = name + (shard.map { " (shard \($0))" } ?? "")
        self.stem = stem.map { stem in
            Self.fileName(stem) + (shard.map { ".shard-\($0.index)-of-\($0.count)" } ?? "")
        }
    }

    private static func fileName(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(80).map { scalar in
            let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            return isPlain || "-_.+".unicodeScalars.contains(scalar) ? scalar : "-"
        }
        return String(String.UnicodeScalarView(scalars.drop { $0 == "." }))
    }

    /// Returns the absolute path, independent of the working folder.
    private static func path(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    private static func stem(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.deletingPathExtension().lastPathComponent
    }

    /// Returns the database in the folder for the state of programs; `nil` if the folder or the name is unknown.
    func defaultPath(_ variables: [String: String]) -> String? {
        guard let stem, let folder = Self.folder(variables) else { return nil }
        return "\(folder)/\(stem).sqlite"
    }

    /// Returns the folder of databases in that for the state of programs (XDG Base Directory Specification); `nil` if
    /// unknown.
    static func folder(_ variables: [String: String]) -> String? {
        // The specification requires relative paths to be ignored.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/aasa-audit" }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home == "/" ? "" : home)/.local/state/aasa-audit"
    }
}

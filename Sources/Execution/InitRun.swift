import Audit
import Basics
import Platform
import Records
import Reports
import Settings

import struct Foundation.URL

/// Creates an initial configuration from existing sources: domains, lists, entitlements of apps, or none.
package struct InitRun {
    /// The maximum number of remarks of one kind.
    private static let remarkLimit = 10

    /// The domains, as the user specifies them.
    private let domains: [String]
    /// Lists, in order; `-` is the standard input.
    private let lists: [String]
    /// Files and folders with the entitlements of apps, in order.
    private let entitlements: [String]
    /// The file; `-` is the standard output.
    private let file: String
    /// Whether an existing file may be replaced.
    private let replaces: Bool
    /// The file with the JSON Schema, for editors; `nil` if none.
    private let schema: String?

    /// Creates a run.
    package init(
        domains: [String], lists: [String], entitlements: [String], file: String, replaces: Bool, schema: String?
    ) {
        self.domains = domains
        self.lists = lists
        self.entitlements = entitlements
        self.file = file
        self.replaces = replaces
        self.schema = schema
    }

    /// Writes the file, and prints the next steps.
    ///
    /// - Throws: `UsageError`, `ListError` and `OutputError`, in which case nothing was written; `RunFailure` if
    ///   inputs were omitted because they are not domains.
    package func write() async throws {
        if file != "-", !replaces, access(file, F_OK) == 0 {
            throw UsageError(
                "\(VisibleText.quote(file, limit: 500)) already exists, and was not changed. "
                    + "Use --force to replace it, or -o FILE to write another file.")
        }
        let files = lists.filter(Self.isFile)
        let (targets, listed, invalid) = try await targets(listedIn: files)
        let isFromNothing = domains.isEmpty && lists.isEmpty && entitlements.isEmpty
        if targets.isEmpty, !isFromNothing {
            say(invalid, "")
            guard invalid.isEmpty else {
                throw RunFailure(
                    code: .invalidTargets, reason: "none of these is a domain; no configuration was written.")
            }
            throw UsageError("The input contains no domain; no configuration was written.")
        }
        let configuration = try NewConfiguration(
            of: targets, path: file, lists: places(files), listed: listed, entitlements: places(entitlements),
            schema: schema)
        if file == "-" {
            try StandardOutput().write(configuration.bytes)
        } else {
            let output = try OutputFile(path: file)
            try output.write(configuration.bytes)
            try output.finish()
        }
        say(configuration.remarks, "")
        say(targets.flatMap { target in target.notes.map { "\(VisibleText.escape(target.domain.name)): \($0)" } }, "")
        say(invalid, "No domain: ")
        if file != "-" { printNextSteps(targets) }
        if !invalid.isEmpty { throw RunFailure(code: .invalidTargets) }
    }

    /// Whether a list can be read again later: standard input and pipes can be read only once.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the domains, each once, those among them that are only in `files`, and the invalid inputs.
    private func targets(listedIn files: [String]) async throws -> (
        targets: [Target], listed: Set<DomainID>, invalid: [String]
    ) {
        guard (lists + entitlements).count(where: { $0 == "-" }) < 2 else {
            throw UsageError("The standard input can be read only once.")
        }
        let apps = try EntitlementTargets(entitlements, apps: [])
        for remark in apps.remarks { Console.say("Note: \(remark)") }
        var attributes = TargetAttributes()
        for (listing, domain) in apps.listings { attributes.list(listing, for: domain) }
        let stream = try TargetStream(
            domains.map { TargetEntry($0) } + apps.entries, lists: lists, attributes: attributes)
        try await stream.open()
        var targets: [Target] = []
        var listed: Set<DomainID> = []
        var invalid: [String] = []
        while let entry = try await stream.next() {
            switch entry.result {
            case .success(let target):
                targets.append(target)
                // Domains of apps, and of sources that can be read only once, are written; those of other lists remain
                // in their lists.
                if case .line(_, let path) = entry.origin, files.contains(path) { listed.insert(target.domain) }
            case .failure(let error):
                invalid.append(entry.origin.map { "\(VisibleText.escape($0.description)): \(error)" } ?? "\(error)")
            }
        }
        return (targets, listed, invalid)
    }

    /// Returns paths relative to the folder of the configuration file.
    private func places(_ paths: [String]) -> [String] {
        let folder = URL(filePath: file).standardizedFileURL.deletingLastPathComponent().path + "/"
        return paths.map { path in
            guard file.contains("/") else { return path }
            let whole = URL(filePath: path).standardizedFileURL.path
            return whole.hasPrefix(folder) ? String(whole.dropFirst(folder.count)) : whole
        }
    }

    private func say(_ texts: [String], _ start: String) {
        for text in texts.prefix(Self.remarkLimit) { Console.say("\(start)\(text)") }
        if texts.count > Self.remarkLimit { Console.say("… and \(texts.count - Self.remarkLimit) more.") }
    }

    private func printNextSteps(_ targets: [Target]) {
        let word = ShellWord.word(VisibleText.escape(file))
        let teams = Set(targets.compactMap(\.team)).count
        let what =
            targets.isEmpty
            ? ""
            : ": " + Phrase.count(targets.count, "domain")
                + (teams > 0 ? " of \(Phrase.count(teams, "team"))" : "")
        Console.say("Wrote \(VisibleText.escape(file))\(what). Next:")
        let audit = "aasa-audit --config \(word) -o report.html"
        let check = "aasa-audit config check \(word)"
        var steps = [(check, "after each change"), (audit, "the first run, with an HTML report")]
        if targets.isEmpty {
            steps.insert(("${EDITOR:-vi} \(word)", "put domains under “domains:”"), at: 0)
        } else {
            steps.append(("aasa-audit diff --config \(word)", "after the second: what changed"))
        }
        let width = steps.map(\.0.count).max() ?? 0
        for (command, purpose) in steps {
            Console.say("  \(command)\(String(repeating: " ", count: width - command.count))  # \(purpose)")
        }
    }
}

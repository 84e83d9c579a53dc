import Foundation
import TestSupport

extension Stage {
    /// The observable effects of commands.
    struct Traces {
        /// Each file with its time of modification, by path; without the database, whose content the history shows.
        var files: [String: String] = [:]
        var metrics: String?
        var history = ""
        /// The number of requests that all servers have received.
        var requests = 0
    }

    /// Adds a command, its exit code and its output to the page.
    func report(_ arguments: [String], at time: String, _ result: Command.Result, showsOutput: Bool) {
        let command = arguments.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
        page.heading(2, "\(time): `aasa-audit \(command)`")
        page.paragraph(result.reason == .exit ? "Exit code: \(result.status)." : "Ended by signal \(result.status).")
        page.block("Standard error", stable.text(result.errors))
        if showsOutput { page.block("Standard output", stable.text(result.output)) }
    }

    /// Adds the changes since the last command to the page: messages, files, metrics and history.
    func reportTraces(_ date: String) async throws {
        var after = Traces(files: try files(), requests: server.tally.requests.count)
        reportMessages(server.tally.requests[before.requests...])
        let written = after.files.filter { before.files[$0.key] != $0.value }.map(\.key).sorted()
        page.paragraph(stable.text("Files written: \(written.isEmpty ? "none" : written.joined(separator: ", "))."))
        let removed = before.files.keys.filter { after.files[$0] == nil }.sorted()
        if !removed.isEmpty { page.paragraph(stable.text("Files removed: \(removed.joined(separator: ", ")).")) }
        for path in written {
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            switch path {
            case "report.txt": page.block("report.txt, up to the first domain", stable.text(headline(text)))
            case "report.html":
                let title = text.firstMatch(of: /<title>(.*?)<\/title>/).map { String($0.output.1) } ?? "none"
                page.paragraph("Title of report.html: \(title.replacing("&#183;", with: "·")).")
            case "accepted.yaml": page.block(path, stable.text(text))
            case "aasa-audit.prom":
                let (old, new) = (before.metrics, stable.text(text))
                page.block("Metrics", MetricsText.changes(old, new), nothing: "the same values")
                after.metrics = new
            default: break
            }
        }
        after.metrics = after.metrics ?? before.metrics
        after.history = try await history(date)
        page.block(
            "History", StableText.difference(before.history, after.history), nothing: "unchanged")
        before = after
    }

    /// Adds the posted messages to the page.
    private func reportMessages(_ requests: ArraySlice<RequestRecord>) {
        let posts = requests.filter { $0.host == WorldServers.hooks }.sorted { $0.path < $1.path }
        if posts.isEmpty { page.paragraph("Messages: none.") }
        for post in posts {
            let key = stable.text(post.values(of: "idempotency-key").joined(separator: ", "))
            page.block(
                "Message to https://\(WorldServers.hooks)\(post.path), Idempotency-Key \(key)",
                stable.text(Self.shown(String(decoding: post.body, as: UTF8.self))))
        }
    }

    /// Returns a JSON message in readable form: its text, then one line for each member and each item of a list.
    private static func shown(_ body: String) -> String {
        guard let members = (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] else {
            return body
        }
        let text = (members["text"] as? String ?? "").split(separator: "\n").map(String.init)
        var lines = inOrder(text) + [""]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where name != "text" {
            let items = value as? [Any] ?? []
            lines.append("\(name): " + (items.isEmpty ? json(value) : ""))
            lines += inOrder(items.map { "  - " + json($0) })
        }
        return lines.joined(separator: "\n")
    }

    /// Sorts consecutive lines of one kind by domain, because they are in the order in which the domains ended.
    private static func inOrder(_ lines: [String]) -> [String] {
        let places = lines.map { line in
            WorldServers.names.enumerated().compactMap { place, name in
                line.firstRange(of: name).map { (kind: line[..<$0.lowerBound], place: place) }
            }.min { $0.kind.count < $1.kind.count }
        }
        var sorted: [String] = []
        var rest = zip(lines, places).map { (line: $0, place: $1) }[...]
        while let first = rest.first {
            let row = rest.prefix { $0.place?.kind.prefix(3) == first.place?.kind.prefix(3) && first.place != nil }
            sorted +=
                row.isEmpty ? [first.line] : row.sorted { ($0.place?.place ?? 0) < ($1.place?.place ?? 0) }.map(\.line)
            rest = rest.dropFirst(max(row.count, 1))
        }
        return sorted
    }

    /// Returns a JSON value in which all lists of domains have the order of the input.
    private static func inOrder(_ value: Any) -> Any {
        if let members = value as? [String: Any] { return members.mapValues { inOrder($0) } }
        guard let names = value as? [String] else { return value }
        return names.sorted {
            (WorldServers.names.firstIndex(of: $0) ?? 0) < (WorldServers.names.firstIndex(of: $1) ?? 0)
        }
    }

    private static func json(_ value: Any) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: inOrder(value), options: options))
            .map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }

    /// Returns the beginning of a text report, up to the details of the first domain.
    private func headline(_ text: String) -> String {
        let names = Set(WorldServers.names)
        let paragraphs = text.components(separatedBy: "\n\n")
        let beginning = paragraphs.prefix { !names.contains(String($0.prefix { $0 != " " })) }
        return beginning.isEmpty ? "(It begins with the domain.)" : beginning.joined(separator: "\n\n")
    }

    /// Returns all files except for the database and the list.
    func files() throws -> [String: String] {
        let all = FileManager.default
        var files: [String: String] = [:]
        for path in try all.subpathsOfDirectory(atPath: folder)
        where !path.hasPrefix("aasa-audit.sqlite") && path != "domains.csv" {
            let facts = try all.attributesOfItem(atPath: folder + "/" + path)
            let number = (facts[.systemFileNumber] as? Int) ?? 0
            let time = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            files[path] = "\(number) \(time)"
        }
        return files
    }
}

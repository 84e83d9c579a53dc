import ArgumentParser
import Audit
import Records
import Reports

/// Describes names for `Scripts/spark-audit`, which assigns them to parts.
struct ShardKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shard-keys", abstract: "Print the domain and the shard of each name on the standard input.",
        discussion: """
            Each line of the input is a name. For each, prints a line of JSON: the name without user information, the \
            key that all names of the domain share, host (null if the name is invalid) and port, and the hash, which \
            modulo N is I for the names of audit --shard I/N.

            Exit codes: 0; 1 the tool itself failed; 64 incorrect usage.
            """,
        shouldDisplay: false)

    func run() throws {
        let sink = BufferedSink(OutputFile.standardOutput())
        var writer = JSONWriter()
        while let name = readLine() {
            let key = ShardKey(name)
            writer.object { writer in
                writer.field("name", key.name)
                writer.field("key", key.text)
                writer.field("host", key.domain?.host)
                writer.field("port", key.domain?.port ?? 443)
                // Not every program reads all digits of such a large number.
                writer.field("hash", String(key.hash))
            }
            try sink.write(writer.takeBytes())
        }
        try sink.finish()
    }
}

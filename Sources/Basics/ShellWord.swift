/// The words of commands that a reader may copy into a shell.
package enum ShellWord {
    /// Returns `word` as a single word of a shell, with quotation marks only if necessary.
    package static func word(_ word: String) -> String {
        // The shell expands a leading tilde to a home directory.
        guard word.first != "~" else { return quoted(word) }
        let isPlain = word.utf8.allSatisfy { $0.isHostByte || ":/~%".utf8.contains($0) }
        return isPlain && !word.isEmpty ? word : quoted(word)
    }

    package static func quoted(_ word: String) -> String { "'" + word.escaped { $0 == "'" ? "'\\''" : nil } + "'" }
}

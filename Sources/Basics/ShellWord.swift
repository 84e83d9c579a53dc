/// Words of commands that a reader may copy into a shell.
package enum ShellWord {
    /// `word` as one word, whatever stands in it; what needs no quotation marks has none.
    package static func word(_ word: String) -> String {
        // A tilde at the beginning is somebody's home.
        guard word.first != "~" else { return quoted(word) }
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._:/~%".utf8.contains(byte)
            }
        }
        return isPlain && !word.isEmpty ? word : quoted(word)
    }

    /// `word` in quotation marks, as one word.
    package static func quoted(_ word: String) -> String {
        "'" + word.escaped { $0 == "'" ? "'\\''" : nil } + "'"
    }
}

import Audit
import Basics
import Findings

/// The glossary at the end of the page, and the links to it.
enum GlossaryView {
    /// The terms of the page itself and of its charts, with their meanings.
    private static let pageTerms: KeyValuePairs = [
        "Accepted":
            "The problem is known and accepted. Until the given date, it counts neither as an error nor as a warning.",
        "Recent nights (coloured bars)": """
        One bar per night (the last run of each day), newest on the right; taller bars mean more serious problems: \
        errors (red), warnings (yellow), accepted (light grey), OK (green), and not checked (dark grey).
        """,
        "Not a domain": "The list entry is not a valid domain name; other formats of the report call it “invalid”.",
        "Not checked": "The server gave no usable response, so it is unknown whether the domain has errors.",
        "Not compared": """
        The domain could not be checked in this run or in the previous one, so its findings count neither as resolved \
        nor as new.
        """,
        "Opens app":
            "Whether a tapped link opens the app on current systems (iOS 14 and later). \(AppleSystem.note)",
    ]

    static func fill(_ page: inout TemplateObject) {
        let terms = pageTerms.map { (word: $0.key, meaning: $0.value) }
        let words = terms + Glossary.terms.map { (word: $0.word, meaning: $0.meaning) }
        page.list("word", words.sorted { $0.word.lowercased() < $1.word.lowercased() }) { object, entry in
            object.set(["wordID": anchor(entry.word), "wordItself": entry.word, "wordMeaning": entry.meaning])
        }
    }

    /// Returns `text` as markup in which the first use of each term links to its meaning, on the same page by default.
    static func linked(_ text: String, page: String = "") -> String {
        let text = VisibleText.escape(text)
        var markup = ""
        var end = text.startIndex
        for (term, range) in Glossary.occurrences(in: text) {
            markup += EscapedText.escape(String(text[end..<range.lowerBound]))
            let word = EscapedText.escape(String(text[range]))
            markup += "<a class=\"word\" href=\"\(page)#\(anchor(term.word))\">\(word)</a>"
            end = range.upperBound
        }
        return markup + EscapedText.escape(String(text[end...]))
    }

    private static func anchor(_ word: String) -> String {
        "w-" + String(word.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
}

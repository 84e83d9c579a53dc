import Basics
import Findings

extension Finding {
    /// The codes of notes that only concern iOS 12 and earlier; nearly every file has one.
    static let oldSystemNotes: Set<FindingCode> = [.applinksAppsMissing, .detailModernOnly]

    /// Whether it needs no action and concerns no system since iOS 13.
    var isAboutOldSystemsOnly: Bool { severity == .info && Self.oldSystemNotes.contains(code) }

    /// Returns the sentence that replaces `count` notes.
    static func hiddenNotes(_ count: Int) -> String {
        "\(Phrase.count(count, "note")) on iOS 9 to 12 \(count == 1 ? "is" : "are") not shown; -v shows \(count == 1 ? "it" : "them")."
    }
}

import Basics

/// The text about who has to fix a problem, with its label.
struct Responsibility {
    private static let fixerLabel = "To be fixed by"

    /// The role of a person, such as `Owner`, or `To be fixed by` if no person is known.
    let label: String
    let text: String

    /// Creates the text about a role that fixes a problem.
    init(_ text: String) {
        label = Self.fixerLabel
        self.text = text
    }

    /// Creates the text about `people` with the given role, who have the problem fixed by `fixer`.
    init(fixer: String, people: String?, role: String = "Owner") {
        label = people == nil ? Self.fixerLabel : role
        text = people.map { "\($0). \(Self.fixerLabel) \(Phrase.lowered(fixer))." } ?? "\(fixer)."
    }

    var line: String { "\(label): \(text)" }
    /// The text, with its label if it begins with a person.
    var sentence: String { label == Self.fixerLabel ? text : line }
}

/// One piece of a pattern, seen as a regular language over Unicode scalars.
///
/// A pattern is a sequence of pieces; a text belongs to its language when the pieces match it one after the other, from
/// its start to its end.
indirect enum LanguageElement: Hashable, Sendable {
    /// Exactly this scalar.
    case scalar(Unicode.Scalar)
    /// One scalar of the set.
    case oneIn(ScalarSet)
    /// Any one scalar: `?`.
    case anyOne
    /// Any run of scalars, also none: `*`.
    case anyRun
    /// One of several sequences: a substitution variable.
    case oneOf([[LanguageElement]])

    /// The scalars that the element can begin with, or `nil` when it can be any or none.
    var leadingSet: ScalarSet? {
        switch self {
        case .scalar(let scalar): ScalarSet(scalar)
        case .oneIn(let set): set
        case .anyOne, .anyRun, .oneOf: nil
        }
    }

    /// Whether the element is exactly one scalar of a text.
    var isSingle: Bool {
        switch self {
        case .scalar, .oneIn, .anyOne: true
        case .anyRun, .oneOf: false
        }
    }
}

extension [LanguageElement] {
    /// Creates the language of exactly `text`.
    init(literal text: some StringProtocol) {
        self = text.unicodeScalars.map { .scalar($0) }
    }

    /// The text, when the sequence is one.
    var literal: String? {
        var text = String.UnicodeScalarView()
        for element in self {
            guard case .scalar(let scalar) = element else { return nil }
            text.append(scalar)
        }
        return String(text)
    }
}

/// One element of a pattern, whose elements together match a whole text.
indirect enum LanguageElement: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    /// `?`.
    case anyOne
    /// `*`.
    case anyRun
    /// One of several sequences: a substitution variable.
    case alternatives([[LanguageElement]])

    /// The scalars that the element can begin with; `nil` if it can begin with any scalar, or be empty.
    var leadingSet: ScalarSet? {
        switch self {
        case .scalar(let scalar): ScalarSet(scalar)
        case .set(let set): set
        case .anyOne, .anyRun, .alternatives: nil
        }
    }

    var matchesOneScalar: Bool {
        switch self {
        case .scalar, .set, .anyOne: true
        case .anyRun, .alternatives: false
        }
    }
}

extension [LanguageElement] {
    /// The only text that the pattern matches; `nil` if there are others.
    var literal: String? {
        let scalars = compactMap { element -> Unicode.Scalar? in
            if case .scalar(let scalar) = element { scalar } else { nil }
        }
        return scalars.count == count ? String(String.UnicodeScalarView(scalars)) : nil
    }
}

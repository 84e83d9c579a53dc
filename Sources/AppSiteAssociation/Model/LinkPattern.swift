/// A pattern, parsed into literal characters, wildcards and variables, with normalised slashes.
///
/// `*` matches any sequence of characters, including slashes and the empty sequence; `?` matches exactly one character;
/// `$(name)` matches one value of a variable. A pattern always matches its whole part of the URL. There is no escape
/// for `*`, `?` and `$(`.
/// Documented as patterns.star, patterns.question-mark, patterns.whole, patterns.no-escape, variables.use
package struct LinkPattern: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case path, query, queryItem, fragment
    }

    package enum Token: Hashable, Sendable {
        case scalar(Unicode.Scalar)
        /// `?`: any one character.
        case anyOne
        /// `*`: any sequence of characters, possibly empty.
        case anyRun
        /// A predefined variable for one ASCII character.
        case characterClass(CharacterClass)
        /// Any other variable, which matches one of its values.
        case alternatives(Alternatives)
    }

    /// A set of ASCII characters.
    package enum CharacterClass: String, Hashable, Sendable, CaseIterable {
        case alpha, upper, lower, alnum, digit, xdigit

        /// The class if case is ignored: `upper` and `lower` then contain all letters. Documented as variables.classes
        var ignoringCase: CharacterClass { self == .upper || self == .lower ? .alpha : self }

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            let isUpper = ("A"..."Z").contains(scalar)
            let isLower = ("a"..."z").contains(scalar)
            let isDigit = ("0"..."9").contains(scalar)
            switch self {
            case .alpha: return isUpper || isLower
            case .upper: return isUpper
            case .lower: return isLower
            case .alnum: return isUpper || isLower || isDigit
            case .digit: return isDigit
            case .xdigit: return isDigit || ("A"..."F").contains(scalar) || ("a"..."f").contains(scalar)
            }
        }
    }

    /// The values of a variable, shared by all patterns that refer to it.
    package final class Alternatives: Hashable, Sendable {
        package let name: String
        /// The values, whose tokens are only `scalar`, `anyOne` and `anyRun`.
        package let values: [[Token]]

        init(name: String, values: [String]) {
            self.name = name
            self.values = values.map { LinkPattern.wildcardTokens($0.unicodeScalars) }
        }

        package static func == (lhs: Alternatives, rhs: Alternatives) -> Bool {
            lhs === rhs || (lhs.name.isExactly(rhs.name) && lhs.values == rhs.values)
        }
        package func hash(into hasher: inout Hasher) { ExactText(name).hash(into: &hasher) }
    }

    /// The reason why a pattern cannot match anything. Documented as variables.undefined
    package enum Fault: Hashable, Sendable {
        case undefinedVariable(String)
        /// `$(` without `)`.
        case unclosedVariable
    }

    package let text: String
    package let part: Part
    /// The tokens, with normalised slashes; outside variables, there are no consecutive `*`.
    package let tokens: [Token]
    /// The names of all variables that the pattern refers to, in order, even if they are not defined.
    package let variableNames: [String]
    /// The reason why the pattern cannot match anything, in which case ``tokens`` is meaningless; otherwise `nil`.
    package let fault: Fault?
    package let options: ComparisonOptions

    /// Parses a pattern with the variables that `$(name)` can refer to; `nil` treats `$(` as text, as in `paths`.
    package init(
        _ text: String, part: Part, options: ComparisonOptions = ComparisonOptions(), variables: SubstitutionVariables?
    ) {
        self.text = text
        self.part = part
        self.options = options
        let scalars = part == .path ? Self.normalisedSlashes(text.unicodeScalars) : Array(text.unicodeScalars)
        (tokens, variableNames, fault) = Self.parse(scalars, variables: variables)
    }

    /// Returns the form of a character for comparisons that ignore case: its simple lower-case form.
    ///
    /// Characters whose lower-case form consists of several scalars remain unchanged. Apple does not document a rule;
    /// the result is certain only for ASCII, which is sufficient for percent-encoded URLs.
    /// Documented as encoding.folding
    package static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII {
            return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
        }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first ?? scalar : scalar
    }

    static func refersToVariable(_ text: String) -> Bool {
        let bytes = text.utf8
        return zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "$") && $1 == UInt8(ascii: "(") }
    }

    /// Returns a path pattern with normalised slashes: an empty pattern becomes `/`; consecutive slashes and
    /// consecutive stars are collapsed; a single character remains unchanged; a slash is added at each end that has
    /// neither slash nor star. Documented as patterns.slashes
    static func normalisedSlashes(_ text: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        for scalar in text {
            if scalar == result.last, scalar == "/" || scalar == "*" { continue }
            result.append(scalar)
        }
        if result.isEmpty { return ["/"] }
        guard result.count > 1, let first = result.first, let last = result.last else { return result }
        if last != "/", last != "*" { result.append("/") }
        if first != "/", first != "*" { result.insert("/", at: 0) }
        return result
    }

    static func wildcardTokens(_ scalars: some Sequence<Unicode.Scalar>) -> [Token] {
        var tokens: [Token] = []
        for scalar in scalars { append(scalar, to: &tokens) }
        return tokens
    }

    private static func append(_ scalar: Unicode.Scalar, to tokens: inout [Token]) {
        switch scalar {
        case "*": if tokens.last != .anyRun { tokens.append(.anyRun) }
        case "?": tokens.append(.anyOne)
        default: tokens.append(.scalar(scalar))
        }
    }

    /// Returns the name of every `$(name)` in `text`, in order.
    static func variableNames(in text: String) -> [String] {
        parse(Array(text.unicodeScalars), variables: .empty).variableNames
    }

    private static func parse(
        _ scalars: [Unicode.Scalar], variables: SubstitutionVariables?
    ) -> (tokens: [Token], variableNames: [String], fault: Fault?) {
        var tokens: [Token] = []
        var names: [String] = []
        var fault: Fault?
        var index = 0
        while index < scalars.count {
            guard let variables, scalars[index] == "$", index + 1 < scalars.count, scalars[index + 1] == "(" else {
                append(scalars[index], to: &tokens)
                index += 1
                continue
            }
            guard let end = scalars[(index + 2)...].firstIndex(of: ")") else {
                return (tokens, names, fault ?? .unclosedVariable)
            }
            let name = String(String.UnicodeScalarView(scalars[(index + 2)..<end]))
            names.append(name)
            if let token = variables.token(for: name) {
                tokens.append(token)
            } else if fault == nil {
                fault = .undefinedVariable(name)
            }
            index = end + 1
        }
        return (tokens, names, fault)
    }
}

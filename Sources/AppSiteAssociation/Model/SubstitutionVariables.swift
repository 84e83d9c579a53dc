/// The variables of `substitutionVariables`.
///
/// Rules: variables.definition, variables.values, variables.no-nesting, variables.wrong-type
public struct SubstitutionVariables: Sendable {
    /// One variable of the file.
    public struct Variable: Sendable {
        /// The name, compared exactly.
        public let name: String
        /// The key, for its position.
        public let nameSource: JSONValue
        /// The values as pattern tokens; `nil` if the value is not an array, so that the variable is undefined.
        public let alternatives: LinkPattern.Alternatives?
        /// The elements that are dropped: those that are not strings, and those that refer to a variable.
        public let ignored: [IgnoredValue]

        init(_ member: JSONMember) {
            name = member.name
            nameSource = member.key
            guard let elements = member.value.elements else {
                alternatives = nil
                ignored = [IgnoredValue(value: member.value, reason: .wrongType(expected: "an array of strings"))]
                return
            }
            var values: [String] = []
            var dropped: [IgnoredValue] = []
            for element in elements {
                if let text = element.string, !LinkPattern.refersToVariable(text) {
                    values.append(text)
                } else {
                    let isString = element.kind == .string
                    dropped.append(
                        IgnoredValue(
                            value: element, reason: isString ? .nestedVariable : .wrongType(expected: "a string")))
                }
            }
            alternatives = LinkPattern.Alternatives(name: name, values: values)
            ignored = dropped
        }

        /// Whether a predefined variable has this name. Rule: variables.shadowing
        public var shadowsPredefined: Bool { PredefinedVariable(rawValue: name) != nil }
    }

    /// The variables in the order of the file; of those with the same name, only the last.
    public let variables: [Variable]
    /// The variables whose name appears again later.
    public let ignored: [IgnoredValue]

    private let indexOfName: [ExactText: Int]

    static let empty = SubstitutionVariables(nil)

    init(_ source: JSONValue?) {
        variables = source?.members?.effective.map(Variable.init) ?? []
        ignored = source?.members?.overridden.map { IgnoredValue(value: $0.value, reason: .duplicateKey) } ?? []
        indexOfName = Dictionary(
            variables.enumerated().map { (ExactText($0.element.name), $0.offset) }, uniquingKeysWith: { $1 })
    }

    /// The variable of the file with `name`.
    public subscript(name: String) -> Variable? { indexOfName[ExactText(name)].map { variables[$0] } }
}

/// A variable that is available without a definition.
///
/// Rules: variables.classes, variables.region, variables.lang
public enum PredefinedVariable: String, Hashable, Sendable, CaseIterable {
    /// One letter A–Z or a–z.
    case alpha
    /// One letter A–Z.
    case upper
    /// One letter a–z.
    case lower
    /// One letter or digit.
    case alnum
    /// One digit.
    case digit
    /// One hexadecimal digit.
    case xdigit
    /// A region code of the system, in upper or lower case.
    case region
    /// A language code of the system, in lower or upper case.
    case lang

    /// The token of a pattern for the variable.
    public var token: LinkPattern.Token {
        if let characters = LinkPattern.CharacterClass(rawValue: rawValue) { return .characterClass(characters) }
        return .alternatives(self == .region ? Self.regions : Self.languages)
    }

    private static let regions = LinkPattern.Alternatives(
        name: "region", values: ISOCodes.regions + ISOCodes.regions.map { $0.lowercased() })
    private static let languages = LinkPattern.Alternatives(
        name: "lang", values: ISOCodes.languages + ISOCodes.languages.map { $0.uppercased() })
}

/// The variables of `substitutionVariables`.
/// Documented as variables.definition, variables.values, variables.no-nesting, variables.wrong-type
package struct SubstitutionVariables: Sendable {
    package struct Variable: Sendable {
        /// The name, compared exactly.
        package let name: String
        package let nameSource: JSONValue
        /// The values as pattern tokens; `nil` if the value is not an array, so that the variable is undefined.
        package let alternatives: LinkPattern.Alternatives?
        /// The elements that are dropped: those that are not strings, and those that refer to a variable.
        package let ignored: [IgnoredValue]

        init(_ member: JSONMember) {
            name = member.name
            nameSource = member.key
            guard let elements = member.value.elements else {
                alternatives = nil
                ignored = [IgnoredValue(value: member.value, reason: .wrongKind(expected: "an array of strings"))]
                return
            }
            var values: [String] = []
            var dropped: [IgnoredValue] = []
            for element in elements {
                switch element.string {
                case nil: dropped.append(IgnoredValue(value: element, reason: .wrongKind(expected: "a string")))
                case let text? where LinkPattern.refersToVariable(text):
                    dropped.append(IgnoredValue(value: element, reason: .nestedVariable))
                case let text?: values.append(text)
                }
            }
            alternatives = LinkPattern.Alternatives(name: name, values: values)
            ignored = dropped
        }
    }

    /// The variables in the order of the file; of those with the same name, only the last.
    package let variables: [Variable]

    private let indexOfName: [ExactText: Int]

    static let empty = SubstitutionVariables(nil)

    init(_ source: JSONValue?) {
        variables = source?.members?.effective.map(Variable.init) ?? []
        indexOfName = Dictionary(
            variables.enumerated().map { (ExactText($0.element.name), $0.offset) }, uniquingKeysWith: { $1 })
    }

    package subscript(name: String) -> Variable? { indexOfName[ExactText(name)].map { variables[$0] } }

    /// Returns the token for `$(name)`, or `nil` if the variable is not defined.
    ///
    /// A variable of the file is assumed to take precedence over a predefined one of the same name.
    /// Documented as variables.shadowing
    func token(for name: String) -> LinkPattern.Token? {
        guard let variable = self[name] else { return Self.predefined(name) }
        return variable.alternatives.map { .alternatives($0) }
    }

    /// The names of the variables that are available without a definition: sets of ASCII characters, and the codes of
    /// the system's regions and languages.
    /// Documented as variables.classes, variables.region, variables.lang
    package static let predefinedNames = LinkPattern.CharacterClass.allCases.map(\.rawValue) + ["region", "lang"]

    /// Returns the token of a predefined variable; region and language codes match in upper and lower case.
    static func predefined(_ name: String) -> LinkPattern.Token? {
        switch name {
        case "region": .alternatives(regions)
        case "lang": .alternatives(languages)
        default: LinkPattern.CharacterClass(rawValue: name).map { .characterClass($0) }
        }
    }

    private static let regions = LinkPattern.Alternatives(
        name: "region", values: ISOCodes.regions + ISOCodes.regions.map { $0.lowercased() })
    private static let languages = LinkPattern.Alternatives(
        name: "lang", values: ISOCodes.languages + ISOCodes.languages.map { $0.uppercased() })
}

/// A value of the file that Apple's systems ignore because of its key, its kind, or a variable in it.
/// Documented as json.unknown-keys, json.local-damage
package struct IgnoredValue: Sendable {
    package enum Reason: Hashable, Sendable {
        /// A key that no system reads at this level.
        case unknownKey
        /// A value of a kind that is not read; the expected kind includes its article, such as "an object".
        case wrongKind(expected: String)
        /// A value of a substitution variable that refers to a variable.
        case nestedVariable
    }

    package let value: JSONValue
    package let reason: Reason

    /// The key of the value; `nil` for an element of an array.
    package var key: String? { value.member?.name }

    var isOfWrongKind: Bool {
        if case .wrongKind = reason { true } else { false }
    }
}

/// The members of an object: the last one of each known name takes effect.
struct ObjectFields {
    private(set) var knownValues: [(name: String, value: JSONValue)] = []
    private var ignoredMembers: [IgnoredValue] = []
    private var ignoredElements: [IgnoredValue] = []

    /// The ignored members, and after them the ignored elements of lists.
    var ignored: [IgnoredValue] { ignoredMembers + ignoredElements }

    init(_ object: JSONValue, known: [String]) {
        guard let members = object.members else { return }
        for member in members {
            guard let name = known.first(where: { member.hasName($0) }) else {
                ignore(member.value, .unknownKey)
                continue
            }
            if let index = knownValues.firstIndex(where: { $0.name == name }) {
                knownValues[index].value = member.value
            } else {
                knownValues.append((name, member.value))
            }
        }
    }

    subscript(name: String) -> JSONValue? { knownValues.first { $0.name == name }?.value }

    /// Returns the value for `name` if it is of one of `kinds`; otherwise, adds it to ``ignored`` and returns `nil`.
    mutating func accept(_ name: String, _ kinds: JSONValue.Kind..., expected: String? = nil) -> JSONValue? {
        guard let value = self[name] else { return nil }
        if kinds.contains(value.kind) { return value }
        ignore(value, .wrongKind(expected: expected ?? kinds.map(\.described).joined(separator: " or ")))
        return nil
    }

    /// Returns the results of `read`, unless `nil`, for the elements of `kind` in the array called `name`, and adds
    /// elements of other kinds to ``ignored``; `nil` if there is no such array.
    mutating func list<Entry>(_ name: String, of kind: JSONValue.Kind, _ read: (JSONValue) -> Entry?) -> [Entry]? {
        accept(name, .array, expected: "an array of \(kind.rawValue)s")?.elements?.compactMap { element in
            guard element.kind == kind else {
                ignoredElements.append(IgnoredValue(value: element, reason: .wrongKind(expected: kind.described)))
                return nil
            }
            return read(element)
        }
    }

    mutating func ignore(_ value: JSONValue, _ reason: IgnoredValue.Reason) {
        ignoredMembers.append(IgnoredValue(value: value, reason: reason))
    }
}

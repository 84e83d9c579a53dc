/// A value of the file that Apple's systems ignore, with the reason.
///
/// Rules: json.unknown-keys, json.local-damage
public struct IgnoredValue: Sendable {
    /// The reason why a value has no effect.
    public enum Reason: Hashable, Sendable {
        /// A key that no system reads at this level.
        case unknownKey
        /// A value of a kind that is not read; the expected kind includes its article, such as "an object".
        case wrongType(expected: String)
        /// A key that appears again later in the object; only the last occurrence takes effect.
        case duplicateKey
        /// A value that another key of the same object overrides.
        case superseded(by: String)
        /// A value of a substitution variable that refers to a variable.
        case nestedVariable
    }

    /// The key of the value; `nil` for an element of an array.
    public let key: String?
    /// The key as a value, for its position; `nil` for an element of an array.
    public let keySource: JSONValue?
    /// The value.
    public let value: JSONValue
    /// The reason why the value has no effect.
    public let reason: Reason

    init(member: JSONMember, reason: Reason) {
        key = member.name
        keySource = member.key
        value = member.value
        self.reason = reason
    }

    init(element: JSONValue, reason: Reason) {
        key = nil
        keySource = nil
        value = element
        self.reason = reason
    }
}

extension JSONValue {
    /// Returns the results of `read` for the elements of an array, and adds the elements without a result to `ignored`;
    /// `nil` for any other value.
    func list<Entry>(
        of expected: String, ignored: inout [IgnoredValue], _ read: (JSONValue) -> Entry?
    ) -> [Entry]? {
        elements?.compactMap { element in
            let value = read(element)
            if value == nil { ignored.append(IgnoredValue(element: element, reason: .wrongType(expected: expected))) }
            return value
        }
    }
}

/// The members of an object: the last one of each known name takes effect, and all others are ignored.
struct ObjectFields {
    private var knownMembers: [(name: String, member: JSONMember)] = []
    private(set) var ignored: [IgnoredValue] = []

    init(_ object: JSONValue, known: [String]) {
        guard let members = object.members else { return }
        for member in members {
            guard let name = known.first(where: { member.hasName($0) }) else {
                ignored.append(IgnoredValue(member: member, reason: .unknownKey))
                continue
            }
            if let index = knownMembers.firstIndex(where: { $0.name == name }) {
                ignored.append(IgnoredValue(member: knownMembers[index].member, reason: .duplicateKey))
                knownMembers[index].member = member
            } else {
                knownMembers.append((name, member))
            }
        }
    }

    /// The value for a known name, of any kind.
    subscript(name: String) -> JSONValue? { member(name)?.value }

    func member(_ name: String) -> JSONMember? { knownMembers.first { $0.name == name }?.member }

    /// Returns the value for `name` if it is of one of `kinds`; adds a value of another kind to ``ignored``.
    mutating func value(_ name: String, _ kinds: JSONValue.Kind..., expected: String? = nil) -> JSONValue? {
        guard let member = member(name) else { return nil }
        if kinds.contains(member.value.kind) { return member.value }
        ignore(member, .wrongType(expected: expected ?? kinds.map(\.described).joined(separator: " or ")))
        return nil
    }

    mutating func ignore(_ member: JSONMember, _ reason: IgnoredValue.Reason) {
        ignored.append(IgnoredValue(member: member, reason: reason))
    }
}

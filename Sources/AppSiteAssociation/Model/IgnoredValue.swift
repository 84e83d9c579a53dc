/// A value of the file that Apple's systems pass over, and why; nothing of a file disappears in silence.
///
/// Rules: json.unknown-keys, json.local-damage
public struct IgnoredValue: Sendable {
    /// Why a value has no effect.
    public enum Reason: Hashable, Sendable {
        /// No system reads a key of this name here.
        case unknownKey
        /// The value is of a kind that is not read here; the kind that is, with its article.
        case wrongType(expected: String)
        /// The same key appears again later in the object, and the last one counts.
        case duplicateKey
        /// Another key of the same object takes its place.
        case superseded(by: String)
        /// A value of a substitution variable that refers to a variable.
        case nestedVariable
    }

    /// The key under which it is; `nil` for an element of an array.
    public let key: String?
    /// The key itself, for its position; `nil` for an element of an array.
    public let keySource: JSONValue?
    /// The value.
    public let value: JSONValue
    /// Why it has no effect.
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

/// The members of an object sorted by what is read: the last of each known name, and all the others as ignored.
struct ObjectFields {
    private var found: [(name: String, member: JSONMember)] = []
    private(set) var ignored: [IgnoredValue] = []

    init(_ object: JSONValue, known: [String]) {
        guard let members = object.members else { return }
        for member in members {
            guard let name = known.first(where: { member.hasName($0) }) else {
                ignored.append(IgnoredValue(member: member, reason: .unknownKey))
                continue
            }
            if let index = found.firstIndex(where: { $0.name == name }) {
                ignored.append(IgnoredValue(member: found[index].member, reason: .duplicateKey))
                found[index].member = member
            } else {
                found.append((name, member))
            }
        }
    }

    /// The value under a known name, whatever its kind.
    subscript(name: String) -> JSONValue? { member(name)?.value }

    /// The member of a known name.
    func member(_ name: String) -> JSONMember? { found.first { $0.name == name }?.member }

    /// The value under `name` if it is of one of `kinds`; a value of another kind becomes an ignored one.
    mutating func value(_ name: String, _ kinds: JSONValue.Kind..., expected: String? = nil) -> JSONValue? {
        guard let member = member(name) else { return nil }
        if kinds.contains(member.value.kind) { return member.value }
        ignore(member, .wrongType(expected: expected ?? kinds.map(\.described).joined(separator: " or ")))
        return nil
    }

    /// Adds an ignored member.
    mutating func ignore(_ member: JSONMember, _ reason: IgnoredValue.Reason) {
        ignored.append(IgnoredValue(member: member, reason: reason))
    }
}

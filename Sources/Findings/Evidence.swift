/// One value of a finding's evidence: a JSON value that keeps the order of keys.
public enum EvidenceValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([EvidenceValue])
    case object(Evidence)
}

extension EvidenceValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates an array.
    public init(arrayLiteral elements: EvidenceValue...) { self = .array(elements) }
    /// Creates an object, in the order of the literal and without entries whose value is `nil`.
    public init(dictionaryLiteral elements: (String, EvidenceValue?)...) { self = .object(Evidence(elements)) }

    /// The text of a string; `nil` for any other value.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// Returns an array of strings.
    package static func strings(_ values: some Sequence<String>) -> EvidenceValue { .array(values.map { .string($0) }) }
}

/// The named values that a finding is based on, in the order in which they were recorded.
///
/// Any value may come from a server and is untrusted: code that prints it must escape it.
public struct Evidence: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One named value.
    public struct Entry: Hashable, Sendable {
        /// The name, in lower camel case.
        public var key: String
        /// The value.
        public var value: EvidenceValue

        package init(key: String, value: EvidenceValue) {
            self.key = key
            self.value = value
        }
    }

    /// The entries, in order; each key is unique.
    public private(set) var entries: [Entry] = []

    /// Creates evidence without entries.
    public init() {}

    /// Creates evidence in the order of the literal and without entries whose value is `nil`.
    public init(dictionaryLiteral elements: (String, EvidenceValue?)...) { self.init(elements) }

    fileprivate init(_ elements: [(String, EvidenceValue?)]) {
        for (key, value) in elements { self[key] = value }
    }

    /// The value for `key`; a new value for an existing key keeps the position of the entry, and `nil` removes the
    /// entry.
    public subscript(key: String) -> EvidenceValue? {
        get { entries.first { $0.key == key }?.value }
        set {
            guard let index = entries.firstIndex(where: { $0.key == key }) else {
                if let newValue { entries.append(Entry(key: key, value: newValue)) }
                return
            }
            if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
        }
    }
}

/// A value that is kept elsewhere, so that what holds it stays small.
///
/// Held directly it would stand several times in the frame of every asynchronous function that its holder passes through.
final class Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

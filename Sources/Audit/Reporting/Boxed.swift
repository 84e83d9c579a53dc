/// A value that is kept elsewhere, so that what holds it stays small.
///
/// Held directly it would stand several times in the frame of every asynchronous function that its holder passes through.
package final class Boxed<Value: Sendable>: Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

extension Boxed: Equatable where Value: Equatable {
    package static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }
}

extension Boxed: Hashable where Value: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A value on the heap, so that the values that contain it stay small.
///
/// Otherwise the value would be copied into the frame of every asynchronous function that handles it.
package final class Boxed<Value: Sendable>: Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

/// A number as it is written.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits, sign, fraction and exponent as in the text.
    public let text: String

    init(text: String) { self.text = text }

    /// The nearest double; infinite for numbers that are too large for one.
    public var double: Double { Double(text) ?? .nan }

    /// The number when it is written as an integer that fits; `nil` otherwise.
    public var integer: Int? { Int(text) }

    /// The number as it is written.
    public var description: String { text }
}

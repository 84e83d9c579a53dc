/// A number as written in the text.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits, sign, fraction and exponent as written in the text.
    public let text: String

    init(text: String) { self.text = text }

    /// The nearest `Double`; infinite if the number is too large.
    public var double: Double { Double(text) ?? .nan }

    /// The number as an integer; `nil` if it is not written as an integer, or does not fit.
    public var integer: Int? { Int(text) }

    /// The number as written in the text.
    public var description: String { text }
}

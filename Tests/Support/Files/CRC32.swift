/// The checksum of gzip (RFC 1952 section 8).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    /// Returns the checksum of bytes.
    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { step($0, $1) }
    }

    /// Returns the checksum of a repeated byte in logarithmic time.
    ///
    /// The effect of one byte on the state is a linear map over bits and a constant; such effects are squared and
    /// multiplied like powers.
    static func of(_ byte: UInt8, count: Int) -> UInt32 {
        var power = Step(byte)
        var state = ~UInt32(0)
        var left = count
        while left > 0 {
            if left & 1 == 1 { state = power.applied(to: state) }
            power = power.doubled()
            left >>= 1
        }
        return ~state
    }

    private static func step(_ state: UInt32, _ byte: UInt8) -> UInt32 {
        table[Int((state ^ UInt32(byte)) & 0xFF)] ^ state >> 8
    }

    /// The effect of a number of equal bytes on the state.
    private struct Step {
        /// The result for each bit.
        var columns: [UInt32]
        var constant: UInt32

        init(_ byte: UInt8) {
            let constant = CRC32.step(0, byte)
            columns = (0..<32).map { CRC32.step(1 << $0, byte) ^ constant }
            self.constant = constant
        }

        func applied(to state: UInt32) -> UInt32 {
            linear(state) ^ constant
        }

        /// Returns the effect of twice as many bytes.
        func doubled() -> Step {
            var result = self
            result.columns = columns.map(linear)
            result.constant = applied(to: constant)
            return result
        }

        private func linear(_ state: UInt32) -> UInt32 {
            columns.indices.reduce(0) { state >> $1 & 1 == 1 ? $0 ^ columns[$1] : $0 }
        }
    }
}

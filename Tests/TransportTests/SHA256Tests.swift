import Testing
import Transport

struct SHA256Tests {
    /// The first example of FIPS 180-4.
    @Test func hashes() {
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(SHA256.hexadecimal(Array("abc".utf8)) == hash)
        #expect(SHA256.digest(Array("abc".utf8)).count == 32)
    }

    /// RFC 4231, test cases 1, 2, 6 and 7: short keys and one that is longer than a block.
    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], String, String)])
    func authenticatesAsTheStandardSays(key: [UInt8], message: String, code: String) {
        #expect(SHA256.authenticationCode(of: Array(message.utf8), key: key) == code)
    }
}

import COpenSSL

/// Returns OpenSSL's messages about errors on this thread, and empties the error queue.
func drainOpenSSLErrors() -> String {
    var words: [String] = []
    while case let code = ERR_get_error(), code != 0 {
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(code, &text, text.count)
        words.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return words.isEmpty ? "no reason given" : words.joined(separator: "; ")
}

/// Throws an error for a result of OpenSSL that is 0 or negative.
func check(_ result: some BinaryInteger, _ what: String) throws {
    guard result > 0 else { throw SupportError("OpenSSL: \(what): \(drainOpenSSLErrors())") }
}

/// Throws an error for NULL from OpenSSL.
func check<Pointer>(_ pointer: Pointer?, _ what: String) throws -> Pointer {
    guard let pointer else { throw SupportError("OpenSSL: \(what): \(drainOpenSSLErrors())") }
    return pointer
}

/// Returns the text that `write` puts into a memory BIO.
func textThroughBIO(_ what: String, _ write: (OpaquePointer) -> Int32) throws -> String {
    let bio = try check(BIO_new(BIO_s_mem()), "a buffer")
    defer { BIO_free(bio) }
    try check(write(bio), what)
    var bytes: UnsafeMutablePointer<CChar>?
    let count = aasa_BIO_get_mem_data(bio, &bytes)
    guard let bytes, count > 0 else { return "" }
    return UnsafeRawBufferPointer(start: bytes, count: count).withMemoryRebound(to: UInt8.self) {
        String(decoding: $0, as: UTF8.self)
    }
}

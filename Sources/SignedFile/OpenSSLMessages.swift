import COpenSSL

/// OpenSSL's error queue of the calling thread.
enum OpenSSLMessages {
    /// Empties the queue.
    static func clear() { ERR_clear_error() }

    /// Returns the messages since the queue was last emptied, oldest first and without duplicates; empties the queue.
    static func take() -> String {
        var words: [String] = []
        while case let code = ERR_get_error(), code != 0 {
            guard let reason = ERR_reason_error_string(code) else { continue }
            let text = String(cString: reason)
            if !words.contains(text), words.count < 3 { words.append(text) }
        }
        return words.joined(separator: "; ")
    }
}

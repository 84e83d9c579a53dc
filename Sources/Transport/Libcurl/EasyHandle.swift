import CCurl

/// A libcurl easy handle, with the memory that must stay valid until a transfer has ended.
///
/// Connections belong to the multi handle, so an easy handle can be reused for transfers over other connections.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
    }

    deinit {
        curl_easy_cleanup(pointer)
        freeLists()
        errorText.deallocate()
    }

    /// Prepares the handle for another transfer.
    func reset() {
        curl_easy_reset(pointer)
        freeLists()
        errorText[0] = 0
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
    }

    private func freeLists() {
        for list in lists { curl_slist_free_all(list) }
        lists = []
    }

    /// libcurl's message about the error of the last transfer; empty if there was no error.
    var error: String { String(cString: errorText) }

    // Options that this libcurl lacks are ignored; the version check at startup covers the required ones.
    func set(_ option: CURLoption, _ value: Int) { _ = aasa_curl_easy_setopt_long(pointer, option, value) }
    func set(_ option: CURLoption, _ value: String?) { _ = aasa_curl_easy_setopt_string(pointer, option, value) }
    func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) {
        _ = aasa_curl_easy_setopt_pointer(pointer, option, value)
    }
    func set(_ option: CURLoption, list values: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values { list = curl_slist_append(list, value) ?? list }
        guard let list else { return }
        lists.append(list)
        set(option, pointer: list)
    }

    func setBody(_ bytes: [UInt8]) {
        set(CURLOPT_POST, 1)
        set(CURLOPT_POSTFIELDSIZE, bytes.count)
        var bytes = bytes
        bytes.withUnsafeMutableBytes { set(CURLOPT_COPYPOSTFIELDS, pointer: $0.baseAddress) }
    }

    func integer(_ info: CURLINFO) -> Int {
        var value = 0
        return aasa_curl_easy_getinfo_long(pointer, info, &value) == CURLE_OK ? value : 0
    }
    func integer64(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return aasa_curl_easy_getinfo_offset(pointer, info, &value) == CURLE_OK ? Int(value) : 0
    }
    /// The `SSL` object of the current connection; valid only while the transfer runs.
    var ssl: OpaquePointer? {
        var info: UnsafeMutableRawPointer?
        guard aasa_curl_easy_getinfo_pointer(pointer, CURLINFO_TLS_SSL_PTR, &info) == CURLE_OK,
            let session = info?.assumingMemoryBound(to: curl_tlssessioninfo.self).pointee,
            session.backend == CURLSSLBACKEND_OPENSSL
        else { return nil }
        return session.internals.map { OpaquePointer($0) }
    }
}

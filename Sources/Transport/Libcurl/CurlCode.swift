import CCurl

/// A result code of libcurl; newer versions can return values that have no name here.
struct CurlCode: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    static let ok = CurlCode(rawValue: 0)
    static let unsupportedProtocol = CurlCode(rawValue: 1)
    static let weirdServerReply = CurlCode(rawValue: 8)
    static let http2 = CurlCode(rawValue: 16)
    static let partialFile = CurlCode(rawValue: 18)
    static let writeError = CurlCode(rawValue: 23)
    /// libcurl 7.88 also returns this code for a header line of more than 100 KiB.
    static let outOfMemory = CurlCode(rawValue: 27)
    static let operationTimedOut = CurlCode(rawValue: 28)
    static let sslConnectError = CurlCode(rawValue: 35)
    static let gotNothing = CurlCode(rawValue: 52)
    static let sendError = CurlCode(rawValue: 55)
    static let receiveError = CurlCode(rawValue: 56)
    static let peerFailedVerification = CurlCode(rawValue: 60)
    static let badContentEncoding = CurlCode(rawValue: 61)
    static let http2Stream = CurlCode(rawValue: 92)
    static let proxy = CurlCode(rawValue: 97)
    static let tooLarge = CurlCode(rawValue: 100)

    init(rawValue: UInt32) { self.rawValue = rawValue }
    init(_ code: CURLcode) { rawValue = code.rawValue }

    /// libcurl's message for the code.
    var text: String { String(cString: curl_easy_strerror(CURLcode(rawValue))) }
}

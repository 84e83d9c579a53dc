/// A request that nginx has answered.
public struct NginxAccess: Hashable, Sendable {
    /// nginx's number for the connection.
    public var connection: Int
    /// The number of the request on its connection, from 1.
    public var positionOnConnection: Int
    /// The HTTP version, such as `HTTP/2.0`.
    public var httpVersion: String
    /// The TLS version, such as `TLSv1.3`; empty without TLS.
    public var tlsVersion: String
    /// The status of the response.
    public var status: Int
    /// The requested host.
    public var host: String
    /// The path and query as received.
    public var target: String
    /// The user agent; `-` if missing.
    public var userAgent: String

    /// The log format of the lines: a marker, and fields separated by tabs.
    static let format =
        #"'\#(mark)\t$connection\t$connection_requests\t$server_protocol\t$ssl_protocol\t$status\t$host\t$request_uri\t$http_user_agent'"#
    private static let mark = "ACCESS"

    /// Parses a line; `nil` for a line of the error log.
    init?(line: Substring) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 9, parts[0] == Self.mark, let connection = Int(parts[1]), let position = Int(parts[2]),
            let status = Int(parts[5])
        else { return nil }
        (self.connection, positionOnConnection, httpVersion) = (connection, position, parts[3])
        tlsVersion = parts[4] == "-" ? "" : parts[4]
        (self.status, host, target, userAgent) = (status, parts[6], parts[7], parts[8])
    }
}

/// The output of nginx so far.
public struct NginxTally: Sendable {
    /// Answered requests, in the order in which nginx finished them.
    public var accesses: [NginxAccess] = []
    /// The error log.
    public var errorLog = ""

    /// Whether nginx has read the configuration; its sockets are listening already.
    var isReady: Bool { errorLog.contains("start worker process") }

    /// Parses both logs from the standard error, without an incomplete last line.
    init(_ tally: ProcessTally) {
        let complete = tally.errors.prefix((tally.errors.lastIndex(of: 10) ?? -1) + 1)
        for line in String(decoding: complete, as: UTF8.self).split(separator: "\n") {
            if let access = NginxAccess(line: line) { accesses.append(access) } else { errorLog += "\(line)\n" }
        }
    }
}

/// A request that nginx has answered.
public struct NginxAccess: Hashable, Sendable {
    /// nginx's number for the connection.
    public var connection: Int
    /// Which request of its connection it is: 1 for the first.
    public var positionOnConnection: Int
    /// Such as `HTTP/2.0`.
    public var httpVersion: String
    /// Such as `TLSv1.3`; empty without TLS.
    public var tlsVersion: String
    /// The status of the answer.
    public var status: Int
    /// The host that was asked for.
    public var host: String
    /// The path and query as they were sent.
    public var target: String
    /// The user agent; `-` when there is none.
    public var userAgent: String

    /// The log format of the lines that are read here: a mark, and fields between tabs.
    static let format =
        #"'\#(mark)\t$connection\t$connection_requests\t$server_protocol\t$ssl_protocol\t$status\t$host\t$request_uri\t$http_user_agent'"#
    private static let mark = "ACCESS"

    /// `nil` for a line of the error log.
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

    /// Logged when the configuration has been read; the sockets listen already.
    var isReady: Bool { errorLog.contains("start worker process") }

    /// Both logs come out of the standard error; a line that is not complete yet is left out.
    init(_ tally: ProcessTally) {
        let complete = tally.errors.prefix((tally.errors.lastIndex(of: 10) ?? -1) + 1)
        for line in String(decoding: complete, as: UTF8.self).split(separator: "\n") {
            if let access = NginxAccess(line: line) { accesses.append(access) } else { errorLog += "\(line)\n" }
        }
    }
}

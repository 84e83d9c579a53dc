package import Audit
import Basics
package import Transport

extension SettingReader {
    /// Reads `HOST:PORT:ADDR[,ADDR…]`, like curl's `--resolve`; the host can be `*`; an IPv6 address is in brackets.
    package static func resolveOverride(_ text: String) throws(SettingError) -> ResolveOverride {
        let expected = "expected HOST:PORT:ADDR[,ADDR…], such as example.com:443:192.0.2.1,[2001:db8::1]"
        var rest = Substring(text)
        guard let hostText = takeField(&rest), let portText = takeField(&rest), !rest.isEmpty else {
            throw SettingError(text, "has too few parts", expected: expected)
        }
        let host = hostText == "*" ? "*" : try hostName(hostText, expected: expected)
        let port = try port(portText, expected: expected)
        var addresses: [String] = []
        for part in rest.split(separator: ",", omittingEmptySubsequences: false) {
            addresses.append(try address(part, expected: expected))
        }
        return ResolveOverride(host: host, port: port, addresses: addresses)
    }

    /// Reads `HOST1:PORT1:HOST2:PORT2`, like curl's `--connect-to`; every part may be empty.
    package static func connectToOverride(_ text: String) throws(SettingError) -> ConnectToOverride {
        let expected = "expected HOST1:PORT1:HOST2:PORT2, such as example.com:443:localhost:8443; parts may be empty"
        var rest = Substring(text)
        guard let host = takeField(&rest), let sourcePort = takeField(&rest), let targetHost = takeField(&rest) else {
            throw SettingError(text, "has too few parts", expected: expected)
        }
        return ConnectToOverride(
            host: host.isEmpty ? "" : try hostName(host, expected: expected),
            port: sourcePort.isEmpty ? nil : try port(sourcePort, expected: expected),
            targetHost: targetHost.isEmpty ? "" : try hostName(targetHost, expected: expected),
            targetPort: rest.isEmpty ? nil : try port(rest, expected: expected))
    }

    /// Reads `ADDR[:PORT]` separated by commas, like curl's `--dns-servers`; an IPv6 address with a port gets brackets.
    package static func nameServers(_ text: String) throws(SettingError) -> [String] {
        let expected = "expected addresses separated by commas, such as 192.0.2.53,[2001:db8::53]:5353"
        var servers: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var rest = part
            let mayHavePort = part.hasPrefix("[") || part.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1
            if mayHavePort, let host = takeField(&rest) {
                let server = try address(host, expected: expected)
                let number = try port(rest, expected: expected)
                servers.append("\(DomainID.bracketed(server)):\(number)")
            } else {
                servers.append(try address(part, expected: expected))
            }
        }
        return servers
    }

    /// Removes and returns the text up to the next colon outside brackets, and removes the colon.
    private static func takeField(_ rest: inout Substring) -> Substring? {
        var isInBrackets = false
        for index in rest.indices {
            switch rest[index] {
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case ":" where !isInBrackets:
                defer { rest = rest[rest.index(after: index)...] }
                return rest[..<index]
            default: break
            }
        }
        return nil
    }

    private static func hostName(_ text: Substring, expected: String) throws(SettingError) -> String {
        do throws(TargetError) {
            if text.hasPrefix("["), text.hasSuffix("]") {
                return try HostName(addressLiteral: text.dropFirst().dropLast()).ascii
            }
            return try HostName(text).ascii
        } catch {
            throw SettingError(found: error.found, expected: expected)
        }
    }

    private static func port(_ text: Substring, expected: String) throws(SettingError) -> Int {
        guard text.utf8.count <= 5, text.utf8.allSatisfy(\.isASCIIDigit), let port = UInt16(text), port > 0 else {
            throw SettingError(text, "is not a port from 1 to 65535", expected: expected)
        }
        return Int(port)
    }

    private static func address(_ text: Substring, expected: String) throws(SettingError) -> String {
        let literal = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text
        let name = try? text.contains(":") ? HostName(addressLiteral: literal) : HostName(text)
        guard let host = name?.ascii, !host.isEmpty,
            host.contains(":") || host.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
        else {
            throw SettingError(text, "is not an IP address", expected: expected)
        }
        return host
    }
}

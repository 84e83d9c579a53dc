package import Audit
package import CrawlSchedule
import Findings
import Records
package import Settings
package import Transport

import class Foundation.ProcessInfo

package struct NetworkSettings: Sendable {
    package let transport: TransportSettings
    package let observer: ObserverSettings
    package let values: SettingValues<SettingTable.Network>

    package init(_ values: SettingValues<SettingTable.Network>, variables: [String: String]) {
        self.values = values
        var transport = TransportSettings(
            userAgent: values.userAgent ?? "aasa-audit/\(ToolVersion.tool)", environment: variables)
        transport.loopCount = values.loops ?? min(ProcessInfo.processInfo.activeProcessorCount, 4)
        transport.connectTimeout = values.connectTimeout
        transport.addressFamily = values.ipv4 ? .ipv4 : values.ipv6 ? .ipv6 : .any
        transport.resolveOverrides = values.resolve
        transport.connectToOverrides = values.connectTo
        transport.nameServers = values.dnsServers ?? []
        transport.certificateAuthorityFile = values.cacert
        transport.proxy = values.proxy
        transport.userHeaders = values.headers
        // The idle connections to all hosts; ``crawlSettingsRaisingFileLimit()`` limits the connections to each host.
        transport.maxIdleConnections = max(transport.maxIdleConnections, values.maxConcurrency ?? 0)
        self.transport = transport
        // An audit or a case sets `fetchesUnverified` itself; nothing else performs unverified fetches.
        var observer = ObserverSettings.standard
        observer.timeout = values.timeout
        observer.deadline = values.deadline
        observer.maxRetries = values.maxRetries
        observer.maxRedirects = values.maxRedirects
        observer.requiresPublicAddresses = values.publicOnly
        observer.allowsPrivateRedirects = values.allowPrivateRedirects
        observer.fetchesUnverified = false
        self.observer = observer
    }

    /// The settings as reports show them; only names of header fields, and proxies without user information.
    var reportedOptions: Evidence {
        var shown = values.reportedOptions
        // The effective values on this machine and in this version.
        shown["loops"] = .integer(transport.loopCount)
        shown["userAgent"] = .string(transport.userAgent)
        return shown
    }

    package func crawlSettingsRaisingFileLimit() -> CrawlSettings {
        let wanted = values.maxConcurrency ?? 200 * transport.loopCount
        let neededFiles = FileDescriptorLimit.needed(for: wanted, alsoConnecting: CrawlSettings().maxOpen)
        let fileLimit = FileDescriptorLimit.raise(to: neededFiles)
        return CrawlSettings(
            maxConcurrency: min(wanted, FileDescriptorLimit.concurrency(within: fileLimit)),
            maxSockets: FileDescriptorLimit.sockets(within: fileLimit), hostConcurrency: values.hostConcurrency,
            requestInterval: values.rateLimit.map { .seconds(1 / Double($0)) }, timeout: observer.timeout)
    }

    /// Creates the transport, which its owner shuts down; only problems that the user can fix are usage errors.
    package func makeTransport() throws -> Transport {
        do throws(TransportError) {
            return try Transport(transport)
        } catch {
            switch error {
            case .certificateAuthorities: throw UsageError("\(error)", settings: ["cacert"])
            case .setting: throw UsageError("\(error)", settings: ["dns_servers", "proxy"])
            case .library: throw RunFailure(code: .toolFailed, reason: "\(error)")
            }
        }
    }
}

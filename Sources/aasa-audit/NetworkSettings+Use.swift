import ArgumentParser
import Audit
import Runs
import Transport

extension NetworkSettings {
    /// How many domains may talk at once: what is wanted, what the limit of open files allows, and the sockets in all.
    func concurrency() -> (wanted: Int, limit: Int, sockets: Int) {
        let wanted = maxConcurrency ?? 200 * transport.loops
        let needed = FileDescriptorLimit.needed(for: wanted, open: CrawlSettings().maxOpen)
        let files = FileDescriptorLimit.raise(to: needed)
        return (
            wanted, FileDescriptorLimit.concurrency(within: files), FileDescriptorLimit.sockets(within: files)
        )
    }

    /// The settings of a crawl, with as much at once as the limit of open files allows.
    func crawlSettings() -> CrawlSettings {
        let (wanted, limit, sockets) = concurrency()
        return CrawlSettings(
            maxConcurrency: min(wanted, limit), maxSockets: sockets, hostConcurrency: hostConcurrency,
            rateLimit: rateLimit.map(Double.init), runDeadline: runDeadline, timeout: observer.timeout)
    }

    /// Makes the transport; what the user can mend is wrong usage, the rest a failure of the tool.
    ///
    /// - Parameter complaint: Says what the tool failed at.
    /// - Returns: The transport, which its owner shuts down.
    /// - Throws: `ValidationError` or `ExitCode`.
    func makeTransport(complaint: (String) -> Void = Console.error) throws -> Transport {
        do throws(TransportError) {
            var settings = transport
            settings.connectionLimit = max(settings.connectionLimit, maxConcurrency ?? 0)
            return try Transport(settings)
        } catch {
            switch error {
            case .certificateAuthorities, .setting: throw ValidationError("\(error)")
            case .libcurlTooOld, .libcurlWithoutOpenSSL, .noCertificateAuthorities, .library:
                complaint("\(error)")
                throw ExitCode(RunOutcome.Code.toolFailed.rawValue)
            }
        }
    }
}

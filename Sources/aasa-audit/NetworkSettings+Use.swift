import ArgumentParser
import Audit
import Transport

extension NetworkSettings {
    /// How many domains at once are wanted, and how many the limit of open files allows after it was raised.
    func concurrency() -> (wanted: Int, most: Int) {
        let wanted = maxConcurrency ?? 200 * transport.loops
        let limit = FileDescriptorLimit.raise(to: FileDescriptorLimit.needed(for: wanted))
        return (wanted, FileDescriptorLimit.concurrency(within: limit))
    }

    /// The settings of a crawl over so many domains at once.
    func crawlSettings(maxConcurrency: Int) -> CrawlSettings {
        CrawlSettings(
            maxConcurrency: maxConcurrency, hostConcurrency: hostConcurrency, rateLimit: rateLimit.map(Double.init),
            runDeadline: runDeadline, timeout: observer.timeout)
    }

    /// Makes the transport; what the user can mend is wrong usage, the rest a failure of the tool.
    ///
    /// - Parameter complaint: Says what the tool failed at.
    /// - Returns: The transport, which its owner shuts down.
    /// - Throws: `ValidationError` or `ExitCode`.
    func makeTransport(complaint: (String) -> Void = Console.error) throws -> Transport {
        do throws(TransportError) {
            return try Transport(transport)
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

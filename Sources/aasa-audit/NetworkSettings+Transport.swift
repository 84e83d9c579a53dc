import ArgumentParser
import Audit
import Transport

extension NetworkSettings {
    /// Makes the transport; what the user can mend is wrong usage, the rest a failure of the tool.
    func makeTransport() throws -> Transport {
        do throws(TransportError) {
            return try Transport(transport)
        } catch {
            switch error {
            case .certificateAuthorities, .setting: throw ValidationError("\(error)")
            case .libcurlTooOld, .libcurlWithoutOpenSSL, .noCertificateAuthorities, .library:
                Console.error("\(error)")
                throw ExitCode(RunOutcome.Code.toolFailed.rawValue)
            }
        }
    }
}

import Dispatch
import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// A gate that blocks the thread of the event loop, which is not allowed.
private struct StoppingGate: UnlimitedGate {
    let semaphore: DispatchSemaphore

    func tryClaim(_ address: IPAddress) -> Bool {
        semaphore.wait()
        return true
    }
}

@Suite(.inTurn(minutes: 2))
struct BackstopTests {
    private func observe(cancelling: Bool) async throws -> Observation {
        let semaphore = DispatchSemaphore(value: 0)
        let gate = StoppingGate(semaphore: semaphore)
        return try await withFaultServer([:], otherwise: Site(), addresses: ["127.0.0.2"], refusing: ["127.0.0.1"]) {
            server in
            try await withTemporaryDirectory { directory in
                var settings = TransportSettings(userAgent: "tests")
                settings.certificateAuthorityFile = try server.authority.writeBundle(to: directory)
                let port = Int(server.port)
                settings.resolveOverrides = [
                    ResolveOverride(host: "*", port: port, addresses: ["127.0.0.1", "127.0.0.2"])
                ]
                let transport = try Transport(settings)
                defer {
                    semaphore.signal()
                    transport.shutDown()
                }
                var impatient = Observer(
                    transport: transport,
                    settings: ObserverSettings(
                        deadline: cancelling ? .seconds(3600) : .milliseconds(100), maxRetries: 0))
                impatient.backstop = Backstop(grace: .milliseconds(100))
                let observer = impatient
                let target = Target(input: "a.test", domain: DomainID(host: "a.test", port: port))
                let task = Task { await observer.observe(target, gate: gate).value }
                if cancelling { task.cancel() }
                return await task.value
            }
        }
    }

    @Test func aDomainEndsAlthoughItsLoopDoesNot() async throws {
        let observation = try await observe(cancelling: false)
        #expect(observation.wellKnown.exchange?.failure?.kind == .timeout)
        let report = Judge().judge(observation)
        #expect(report.status == .unreachable && report.codes.contains(.timeout), "\(report.seriousCodes)")
    }

    @Test func aCancelledDomainEndsAlthoughItsLoopDoesNot() async throws {
        let observation = try await observe(cancelling: true)
        #expect(observation.wellKnown.exchange?.failure != nil || observation.wellKnown.skip != nil)
    }
}

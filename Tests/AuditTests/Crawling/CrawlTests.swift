import CrawlSchedule
import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Audit

@Suite(.inTurn(minutes: 10))
struct CrawlTests {
    private struct DiskFull: Error {}

    /// Provides numbered targets, and records what the crawl does with them.
    private final class Lab: Sendable {
        let texts: [String]
        let given = Atomic<Int>(0)
        let state = Mutex((communicating: 0, most: 0, delivered: [Int]()))
        let addresses: [IPAddress]

        init(texts: [String], addresses: [String] = ["192.0.2.1"]) {
            self.texts = texts
            self.addresses = addresses.compactMap { IPAddress($0) }
        }
        convenience init(count: Int, addresses: [String] = ["192.0.2.1"]) {
            self.init(texts: (0..<count).map { "h\($0).example" }, addresses: addresses)
        }

        func next() -> TargetEntry? {
            let number = given.add(1, ordering: .relaxed).oldValue
            return number < texts.count ? TargetEntry(texts[number], at: number) : nil
        }

        func report(_ target: Target) -> Boxed<DomainReport> {
            Boxed(DomainReport(target, status: .pass, startedAt: Date(timeIntervalSince1970: 0)))
        }

        /// Uses the gate like an observer, and runs `body` instead of exchanges.
        func communicate(
            _ target: Target, _ gate: any ObservationGate, _ body: () async -> Void
        ) async -> Boxed<DomainReport> {
            let address = addresses[abs(target.domain.host.hashValue) % addresses.count]
            if gate.requestFirstConnection(to: CrawlPeer(address)) == nil { _ = try? await gate.firstGrant() }
            try? await gate.communicate()
            state.withLock {
                $0.communicating += 1
                $0.most = max($0.most, $0.communicating)
            }
            await body()
            state.withLock { $0.communicating -= 1 }
            gate.hangUp()
            return report(target)
        }

        var delivered: [Int] { state.withLock { $0.delivered } }
        var most: Int { state.withLock { $0.most } }
        func deliver(_ index: Int) { state.withLock { $0.delivered.append(index) } }
    }

    @Test func deliversEveryTargetOnceWithinTheLimit() async throws {
        let lab = Lab(count: 500)
        var settings = CrawlSettings(maxConcurrency: 7)
        // A slow domain uses no slot, and on a busy machine each could be slow.
        settings.patience = .seconds(3600)
        let end = try await Crawl(settings: settings).run(
            next: { lab.next() },
            audit: { target, gate in await lab.communicate(target, gate) { await Task.yield() } },
            deliver: { index, _ in lab.deliver(index) })
        #expect(end.isComplete && end.delivered == 500)
        #expect(lab.delivered.sorted() == Array(0..<500))
        #expect(lab.most <= 7)
    }

    /// While no domain ends, ticks show that the crawl continues, and the domain for which it waits.
    @Test func ticksNameTheDomainForWhichTheCrawlWaits() async throws {
        let lab = Lab(texts: ["busy.example", "queued.example"])
        let monitor = CrawlMonitor()
        let (ticks, hasTicked) = AsyncStream<Void>.makeStream()
        let (starts, hasStarted) = AsyncStream<Void>.makeStream()
        var seen: [CrawlMonitor.ActiveDomain] = []
        let end = try await Crawl(settings: CrawlSettings(maxConcurrency: 1), monitor: monitor).run(
            next: {
                let entry = lab.next()
                // The second domain is read when the first one may communicate.
                if entry?.input == "queued.example" { for await _ in starts { break } }
                return entry
            },
            audit: { target, gate in
                await lab.communicate(target, gate) {
                    guard target.domain.host == "busy.example" else { return }
                    hasStarted.yield()
                    // The domain ends after a tick.
                    for await _ in ticks { break }
                }
            },
            every: .milliseconds(5),
            tick: {
                let (count, slowest) = monitor.inProgress
                guard count == 2, let slowest else { return }
                seen.append(slowest)
                hasTicked.yield()
            },
            deliver: { index, _ in lab.deliver(index) })
        #expect(end.delivered == 2)
        #expect(!seen.isEmpty && seen.allSatisfy { $0.name == "busy.example" && $0.activeTime > .zero })
        #expect(monitor.inProgress.count == 0)
    }

    /// The time of a domain does not include the time in which it waits for its turn.
    @Test func theMonitorDistinguishesWaitingFromBusyDomains() throws {
        let monitor = CrawlMonitor()
        monitor.recordStart(7, try TargetParser.parse("a.example"))
        #expect(monitor.inProgress.slowest?.name == "a.example")
        monitor.recordWait(7)
        #expect(monitor.inProgress.count == 1 && monitor.inProgress.slowest == nil)
        monitor.recordEndOfWait(7)
        #expect(monitor.inProgress.slowest?.name == "a.example")
        monitor.recordEnd(7)
        #expect(monitor.inProgress.count == 0)
        #expect(monitor.takeWait(ofDomainAt: 7) > .zero)
        #expect(monitor.takeWait(ofDomainAt: 7) == .zero)
    }

    @Test func aTargetThatIsNotUnderstoodIsARowOfItsOwn() async throws {
        let lab = Lab(texts: ["not a host", "a.example"])
        _ = try await Crawl(settings: CrawlSettings()).run(
            next: { lab.next() }, audit: { target, _ in lab.report(target) },
            deliver: { index, report in
                lab.deliver(index)
                #expect(report.status == (index == 0 ? .invalid : .pass))
            })
        #expect(lab.delivered.sorted() == [0, 1])
    }

    @Test func aSlowConsumerSlowsTheCrawl() async throws {
        let lab = Lab(count: 100)
        _ = try await Crawl(settings: CrawlSettings(maxConcurrency: 4)).run(
            next: { lab.next() }, audit: { target, gate in await lab.communicate(target, gate) {} },
            deliver: { index, _ in
                // At most four communicate or are being delivered, four resolve names, and one was just read.
                #expect(lab.given.load(ordering: .relaxed) <= lab.delivered.count + 9)
                lab.deliver(index)
                await Task.yield()
            })
        #expect(lab.delivered.count == 100)
    }

    @Test func aFailingConsumerEndsTheCrawl() async throws {
        let lab = Lab(count: 10_000)
        await #expect(throws: DiskFull.self) {
            _ = try await Crawl(settings: CrawlSettings(maxConcurrency: 4)).run(
                next: { lab.next() }, audit: { target, gate in await lab.communicate(target, gate) {} },
                deliver: { index, _ in if index == 10 { throw DiskFull() } })
        }
        #expect(lab.given.load(ordering: .relaxed) < 1_000)
    }

    @Test func aListThatCannotBeReadFurtherFailsAfterTheTargetsSoFar() async throws {
        let lab = Lab(count: 10)
        await #expect(throws: DiskFull.self) {
            _ = try await Crawl(settings: CrawlSettings(maxConcurrency: 2)).run(
                next: {
                    guard let entry = lab.next() else { throw DiskFull() }
                    return entry
                },
                audit: { target, gate in await lab.communicate(target, gate) { await Task.yield() } },
                deliver: { index, _ in lab.deliver(index) })
        }
        #expect(lab.delivered.sorted() == Array(0..<10))
    }

    @Test func cancellingEndsAuditsInFlight() async throws {
        let lab = Lab(count: 10_000)
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await Crawl(settings: CrawlSettings(maxConcurrency: 4)).run(
                next: { lab.next() },
                audit: { target, gate in
                    await lab.communicate(target, gate) {
                        started.continuation.yield()
                        try? await Task.sleep(for: .seconds(3_600))
                    }
                }, deliver: { index, _ in lab.deliver(index) })
        }
        var starts = started.stream.makeAsyncIterator()
        await starts.next()
        task.cancel()
        let end = try await task.value
        #expect(!end.isComplete)
        #expect(end.delivered == 0)
    }

    @Test func theRunEndsWhenItsTimeIsUp() async throws {
        let lab = Lab(count: 10)
        // The deadline is long enough for the only domain that ends by itself.
        let end = try await Crawl(settings: CrawlSettings()).run(
            until: .now + .seconds(3), next: { lab.next() },
            audit: { target, _ in
                if target.domain.host != "h0.example" { try? await Task.sleep(for: .seconds(3_600)) }
                return lab.report(target)
            }, deliver: { index, _ in lab.deliver(index) })
        #expect(!end.isComplete)
        #expect(lab.delivered == [0])
    }

    @Test func aDomainThatWaitsForItsAddressLetsOthersGoFirst() async throws {
        let lab = Lab(count: 6)
        let busy = try #require(IPAddress("192.0.2.1"))
        let other = AsyncStream<Void>.makeStream()
        let end = try await Crawl(settings: CrawlSettings(maxConcurrency: 2, hostConcurrency: 1)).run(
            next: { lab.next() },
            audit: { target, gate in
                if target.domain.host == "h5.example" {
                    other.continuation.yield()
                    return lab.report(target)
                }
                if gate.requestFirstConnection(to: CrawlPeer(busy)) == nil { _ = try? await gate.firstGrant() }
                return await lab.communicate(target, OpenGate()) {
                    // The first domain occupies the address until the last one, at another address, has had its turn.
                    guard target.domain.host == "h0.example" else { return }
                    var iterator = other.stream.makeAsyncIterator()
                    await iterator.next()
                }
            }, deliver: { index, _ in lab.deliver(index) })
        #expect(end.isComplete && end.delivered == 6)
        #expect(lab.most == 1)
    }

    /// All domains end if more than can be open share one address that allows one connection at a time.
    @Test func manyNamesAtOneAddressComeToTheirEnd() async throws {
        let lab = Lab(count: 8_000)
        let end = try await Crawl(settings: CrawlSettings(maxOpen: 500, hostConcurrency: 1)).run(
            next: { lab.next() },
            audit: { target, gate in await lab.communicate(target, gate) { await Task.yield() } },
            deliver: { index, _ in lab.deliver(index) })
        #expect(end.isComplete && end.delivered == 8_000)
        #expect(lab.most == 1)
    }
}

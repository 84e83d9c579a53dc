import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Audit

struct CrawlTests {
    private struct DiskFull: Error {}

    /// Gives out numbered targets, and writes down what the crawl did with them.
    private final class Lab: Sendable {
        let texts: [String]
        let given = Atomic<Int>(0)
        let state = Mutex((inFlight: 0, most: 0, delivered: [Int]()))

        init(texts: [String]) { self.texts = texts }
        convenience init(count: Int) { self.init(texts: (0..<count).map { "h\($0).example" }) }

        func next() -> TargetEntry? {
            let number = given.add(1, ordering: .relaxed).oldValue
            return number < texts.count ? TargetEntry(texts[number]) : nil
        }

        func report(_ target: Target) -> DomainReport {
            DomainReport(
                input: target.input, domain: target.host, displayDomain: target.host, status: .pass,
                startedAt: Date(timeIntervalSince1970: 0))
        }

        func enter() {
            state.withLock {
                $0.inFlight += 1
                $0.most = max($0.most, $0.inFlight)
            }
        }
        func leave() { state.withLock { $0.inFlight -= 1 } }
        func deliver(_ place: Int) { state.withLock { $0.delivered.append(place) } }
    }

    @Test(.inTurn(minutes: 3)) func deliversEveryTargetOnceWithinTheLimit() async throws {
        let lab = Lab(count: 500)
        let end = try await Crawl(settings: CrawlSettings(maxConcurrency: 7)).run(
            next: { lab.next() },
            audit: { target, _ in
                lab.enter()
                await Task.yield()
                lab.leave()
                return lab.report(target)
            }, deliver: { place, _ in lab.deliver(place) })
        #expect(end.isComplete && end.delivered == 500)
        #expect(lab.state.withLock { $0.delivered.sorted() } == Array(0..<500))
        #expect(lab.state.withLock { $0.most } <= 7)
    }

    @Test(.inTurn(minutes: 3)) func aTargetThatIsNotUnderstoodIsARowOfItsOwn() async throws {
        let lab = Lab(texts: ["not a host", "a.example"])
        _ = try await Crawl(settings: CrawlSettings()).run(
            next: { lab.next() }, audit: { target, _ in lab.report(target) },
            deliver: { place, report in
                lab.deliver(place)
                #expect(report.status == (place == 0 ? .invalid : .pass))
            })
        #expect(lab.state.withLock { $0.delivered.sorted() } == [0, 1])
    }

    @Test(.inTurn(minutes: 3)) func aSlowConsumerSlowsTheCrawl() async throws {
        let lab = Lab(count: 100)
        _ = try await Crawl(settings: CrawlSettings(maxConcurrency: 4)).run(
            next: { lab.next() }, audit: { target, _ in lab.report(target) },
            deliver: { place, _ in
                // A domain keeps its permit until it is delivered: at most four are ahead of the consumer.
                #expect(lab.given.load(ordering: .relaxed) <= lab.state.withLock { $0.delivered.count } + 5)
                lab.deliver(place)
                await Task.yield()
            })
        #expect(lab.state.withLock { $0.delivered.count } == 100)
    }

    @Test(.inTurn(minutes: 3)) func aFailingConsumerEndsTheCrawl() async throws {
        let lab = Lab(count: 10_000)
        await #expect(throws: DiskFull.self) {
            _ = try await Crawl(settings: CrawlSettings(maxConcurrency: 4)).run(
                next: { lab.next() }, audit: { target, _ in lab.report(target) },
                deliver: { place, _ in if place == 10 { throw DiskFull() } })
        }
        #expect(lab.given.load(ordering: .relaxed) < 1_000)
    }

    @Test(.inTurn(minutes: 3)) func cancellingCutsOffWhatIsInFlight() async throws {
        let lab = Lab(count: 10_000)
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await Crawl(settings: CrawlSettings(maxConcurrency: 4)).run(
                next: { lab.next() },
                audit: { target, _ in
                    started.continuation.yield()
                    try? await Task.sleep(for: .seconds(3_600))
                    return lab.report(target)
                }, deliver: { place, _ in lab.deliver(place) })
        }
        var starts = started.stream.makeAsyncIterator()
        await starts.next()
        task.cancel()
        let end = try await task.value
        #expect(!end.isComplete)
        #expect(end.delivered == 0)
    }

    @Test(.inTurn(minutes: 3)) func theRunEndsWhenItsTimeIsUp() async throws {
        let lab = Lab(count: 10)
        let end = try await Crawl(settings: CrawlSettings(runDeadline: .milliseconds(20))).run(
            next: { lab.next() },
            audit: { target, _ in
                if target.host != "h0.example" { try? await Task.sleep(for: .seconds(3_600)) }
                return lab.report(target)
            }, deliver: { place, _ in lab.deliver(place) })
        #expect(!end.isComplete)
        #expect(lab.state.withLock { $0.delivered } == [0])
    }

    @Test(.inTurn(minutes: 3)) func aDomainThatWaitsForItsAddressLetsOthersGoFirst() async throws {
        let lab = Lab(count: 6)
        let address = try #require(IPAddress("192.0.2.1"))
        let other = AsyncStream<Void>.makeStream()
        let end = try await Crawl(settings: CrawlSettings(maxConcurrency: 2, hostConcurrency: 1)).run(
            next: { lab.next() },
            audit: { target, gate in
                if target.host == "h5.example" {
                    other.continuation.yield()
                    return lab.report(target)
                }
                try? await gate.enter([address])
                lab.enter()
                // The first one holds the address until the last one, elsewhere, has had its turn.
                if target.host == "h0.example" {
                    var iterator = other.stream.makeAsyncIterator()
                    await iterator.next()
                }
                lab.leave()
                return lab.report(target)
            }, deliver: { place, _ in lab.deliver(place) })
        #expect(end.isComplete && end.delivered == 6)
        #expect(lab.state.withLock { $0.most } == 1)
    }
}

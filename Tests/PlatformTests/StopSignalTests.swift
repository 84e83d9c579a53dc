import Foundation
import Platform
import TestSupport
import Testing

@Suite(.inTurn(minutes: 3)) struct StopSignalTests {
    @Test func wakesThoseThatWaitAndThoseThatWillWait() async throws {
        let pipe = Pipe()
        let end = pipe.fileHandleForReading.fileDescriptor
        let stop = StopSignal()
        #expect(stop.wait(for: end, POLLIN, atMost: .milliseconds(1)) == .timedOut)
        let executors = (0..<4).map { BlockingTaskExecutor(label: "\($0)") }
        defer { withExtendedLifetime(executors) {} }
        await withTaskGroup(of: StopSignal.Wakeup.self) { group in
            for executor in executors {
                group.addTask(executorPreference: executor) { stop.wait(for: end, POLLIN) }
            }
            stop.raise()
            for await wakeup in group { #expect(wakeup == .stopped) }
        }
        stop.raise()
        #expect(stop.isRaised)
        // A raised flag takes precedence over a ready descriptor.
        try pipe.fileHandleForWriting.write(contentsOf: Data([0]))
        #expect(stop.wait(for: end, POLLIN) == .stopped)
        #expect(StopSignal.wait(for: end, POLLIN) == .ready)
        #expect(StopSignal().wait(for: end, POLLIN) == .ready)
        #expect(StopSignal().wait(for: -1, POLLIN, atMost: .milliseconds(1)) == .timedOut)
    }

    @Test func seesAPipeThatWasClosed() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.close()
        #expect(StopSignal().wait(for: pipe.fileHandleForReading.fileDescriptor, POLLIN) == .ready)
    }
}

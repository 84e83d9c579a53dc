public import Testing

/// Lets each case of a test wait for its turn, and limits its time from then on.
///
/// Swift Testing begins all tests at once. Those that start servers or child processes, or compute for long, would then
/// compete for the machine, and the deadlines under test would pass before they have done anything. `timeLimit` is no help:
/// its time begins before that of any scope in which a case could wait. So whatever needs a limit has this trait instead;
/// `Scripts/lint` sees to that.
public struct TurnTrait: TestTrait, SuiteTrait, TestScoping {
    let limit: Duration

    /// Whether it holds for all that is in a suite: yes.
    public var isRecursive: Bool { true }

    /// Runs one case in its turn and within its time.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Turns.ofAllTests.take {
            // The group has ended with all that it runs when it returns, so the function does not escape.
            try await withoutActuallyEscaping(function) { function in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await function() }
                    group.addTask {
                        try await Task.sleep(for: limit)
                        Issue.record("the time limit of \(limit) was exceeded", sourceLocation: test.sourceLocation)
                    }
                    // Whichever ends first takes the other with it.
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }
    }
}

extension Trait where Self == TurnTrait {
    /// Each case of the test waits for its turn among the tests that take much of the machine, and then has so much time.
    public static func inTurn(minutes: Int) -> Self { Self(limit: .seconds(60 * minutes)) }
}

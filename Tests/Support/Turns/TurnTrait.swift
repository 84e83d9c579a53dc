public import Testing

/// Makes each case of a test wait for a slot, and limits its time from then on.
///
/// Swift Testing starts all tests at once. Tests that start servers or child processes, or compute for long, would
/// compete for the machine, and deadlines under test would expire before they do any work. `timeLimit` is unsuitable,
/// because its time begins before any scope in which a case could wait. Therefore, tests that need a limit have this
/// trait, which `Scripts/lint` checks.
public struct TurnTrait: TestTrait, SuiteTrait, TestScoping {
    let limit: Duration

    /// Whether the trait applies to the contents of a suite: yes.
    public var isRecursive: Bool { true }

    /// Runs one case in its slot and within its time limit.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Turns.ofAllTests.take {
            // When the group returns, all of its tasks have ended, so the function does not escape.
            try await withoutActuallyEscaping(function) { function in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await function() }
                    group.addTask {
                        try await Task.sleep(for: limit)
                        Issue.record("the time limit of \(limit) was exceeded", sourceLocation: test.sourceLocation)
                    }
                    // The task that ends first cancels the other one.
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }
    }
}

extension Trait where Self == TurnTrait {
    /// Makes each case of the test wait for a slot among the tests that use much of the machine, and then limits its
    /// time.
    public static func inTurn(minutes: Int) -> Self { Self(limit: .seconds(60 * minutes)) }
}

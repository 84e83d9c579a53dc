import Foundation
import Testing
import Transport

@testable import Audit

struct RetryPolicyTests {
    private func exchange(status: Int? = nil, failure: ExchangeFailure.Kind? = nil, retryAfter: String? = nil)
        -> Exchange
    {
        Exchange(
            url: "https://example.test/", startedAt: Date(timeIntervalSince1970: 0), status: status,
            headerFields: retryAfter.map { [HeaderField(name: "retry-after", value: $0)] } ?? [],
            failure: failure.map { ExchangeFailure(kind: $0, phase: .connect, detail: "") })
    }

    @Test(arguments: ExchangeFailure.Kind.allCases)
    func retriesOnlyTemporaryFailures(kind: ExchangeFailure.Kind) {
        let transient: Set<ExchangeFailure.Kind> = [
            .resolverFailed, .resolverTimeout, .proxyFailed, .connectRefused, .connectTimeout, .connectFailed, .timeout,
            .connectionClosed, .bodyTruncated,
        ]
        #expect(RetryPolicy.isTransient(exchange(failure: kind)) == transient.contains(kind))
    }

    @Test(arguments: [
        (200, false), (301, false), (401, false), (403, false), (404, false), (408, true), (410, false), (429, true),
        (451, false), (500, true), (503, true), (599, true), (999, false),
    ])
    func triesAgainByStatus(status: Int, isTransient: Bool) {
        #expect(RetryPolicy.isTransient(exchange(status: status)) == isTransient)
    }

    @Test(arguments: [
        (ExchangeFailure.Kind.connectTimeout, 2, 1), (.resolverTimeout, 5, 1), (.resolverTimeout, 0, 0),
        (.timeout, 2, 2), (.connectRefused, 5, 5), (.handshakeFailed, 2, 0),
    ])
    func answersSilenceWithOneMoreAttempt(kind: ExchangeFailure.Kind, limit: Int, expected: Int) {
        #expect(RetryPolicy.maxRetries(after: exchange(failure: kind), limit: limit) == expected)
    }

    @Test(arguments: [(1, 0.0, 250), (1, 1.0, 500), (2, 1.0, 1_000), (3, 0.5, 1_500), (40, 1.0, 10_000)])
    func pausesTwiceAsLongEachTime(attempt: Int, jitter: Double, milliseconds: Int) {
        let policy = RetryPolicy(firstPause: .milliseconds(500))
        let pause = policy.pause(
            after: attempt, exchange(status: 500), now: Date(timeIntervalSince1970: 0), jitter: jitter)
        #expect(pause == .milliseconds(milliseconds))
    }

    @Test(
        arguments: [
            ("3", 3), ("0", 0), ("-1", nil), ("soon", nil), ("", nil), ("Sun, 06 Nov 1994 08:49:40 GMT", 3),
            ("Sunday, 06-Nov-94 08:49:40 GMT", 3), ("Sun Nov  6 08:49:40 1994", 3),
            ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
            ("99999999999", 86_400),
        ] as [(String, Int?)])
    func readsRetryAfterInBothForms(text: String, seconds: Int?) {
        let now = Date(timeIntervalSince1970: 784_111_777)  // 1994-11-06 08:49:37 UTC
        #expect(
            RetryPolicy.retryAfter(exchange(status: 429, retryAfter: text), now: now) == seconds.map { .seconds($0) })
    }
}

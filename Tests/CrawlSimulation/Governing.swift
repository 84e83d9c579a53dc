import CrawlSchedule

/// Checks the limit of concurrently communicating domains against the response times of servers.
struct Governing {
    /// The timeout of an exchange, in milliseconds.
    static let timeout = 600

    /// The current maximum number of concurrently communicating domains.
    private(set) var limit: Int
    private let highest: Int
    private let floor: Int
    /// The range of response times: 0 for short, 1 for all, 2 for long times.
    private let slowness: Int
    private var shortest = Int.max
    private var longest = 0
    private var answersSinceChange = 0

    init(_ limits: CrawlSettings, slowness: Int) {
        limit = limits.maxConcurrency
        highest = limits.maxConcurrency
        floor = limits.minConcurrency
        self.slowness = slowness
    }

    /// Returns the duration of a response, in milliseconds.
    func answerTime(_ random: inout SplitMix) -> Int {
        switch slowness {
        case 0: random.below(Self.timeout / 6)
        case 1: random.below(Self.timeout)
        default: Self.timeout / 3 + 1 + random.below(Self.timeout / 2)
        }
    }

    /// Records the response time of a domain and the new limit; returns a description of an error, or `nil`.
    mutating func note(_ took: Duration?, limit new: Int) -> String? {
        defer { limit = new }
        guard let took else { return new == limit ? nil : "a domain without a response changed the limit" }
        let milliseconds = Int(took / .milliseconds(1))
        shortest = min(shortest, milliseconds)
        longest = max(longest, milliseconds)
        answersSinceChange += 1
        let isDue = answersSinceChange >= limit
        if new != limit { answersSinceChange = 0 }
        if new < min(floor, highest) || new > highest { return "the limit is \(new)" }
        if new != limit, !isDue { return "the limit changed too early" }
        if new > limit, shortest > Self.timeout / 3 { return "the limit was raised although all responses are slow" }
        if new < limit, longest < Self.timeout / 6 { return "the limit was lowered although all responses are fast" }
        if isDue, new == limit, limit > floor, shortest > Self.timeout / 3 {
            return "the limit was not lowered although all responses are slow"
        }
        return nil
    }
}

import CrawlSchedule

/// Holds the number of domains that may talk to what is known of how long servers took to answer.
struct Governing {
    /// The time for an exchange, in milliseconds.
    static let timeout = 600

    /// The number of domains that may talk now.
    private(set) var limit: Int
    private let highest: Int
    private let floor: Int
    /// Answers take so long: 0 for short times, 1 for all times, 2 for long ones.
    private let slowness: Int
    private var shortest = Int.max
    private var longest = 0
    private var answersSinceChange = 0

    init(_ limits: CrawlSettings, slowness: Int) {
        limit = limits.maxConcurrency
        highest = limits.maxConcurrency
        floor = limits.floor
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

    /// Takes into account that a domain has ended, and what the limit is now; gives back what is wrong with that.
    mutating func note(_ took: Duration?, limit new: Int) -> String? {
        defer { limit = new }
        guard let took else { return new == limit ? nil : "a domain without an answer changed the limit" }
        let milliseconds = Int(took / .milliseconds(1))
        shortest = min(shortest, milliseconds)
        longest = max(longest, milliseconds)
        answersSinceChange += 1
        let isDue = answersSinceChange >= limit
        if new != limit { answersSinceChange = 0 }
        if new < min(floor, highest) || new > highest { return "\(new) may talk" }
        if new != limit, !isDue { return "the limit changed too early" }
        if new > limit, shortest > Self.timeout / 3 { return "more may talk although all are slow" }
        if new < limit, longest < Self.timeout / 6 { return "fewer may talk although all are fast" }
        if isDue, new == limit, limit > floor, shortest > Self.timeout / 3 {
            return "no fewer may talk although all are slow"
        }
        return nil
    }
}

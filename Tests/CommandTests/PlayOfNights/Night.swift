import Foundation

/// A night of the play, with the day that follows it.
struct Night: Sendable {
    /// An event of the night or of the day that follows it.
    enum Act: Sendable {
        /// A change in the world, with a sentence that describes it.
        case change(String, @Sendable (inout World) -> Void)
        /// Sets the version of the rules of all earlier runs, as if the program had been upgraded since.
        case earlierRules(String)
        /// The nightly command; `clock` is the machine's time if it is wrong.
        case audit(at: String = "02:00", more: [String] = [], clock: String? = nil)
        /// The nightly command, which is killed while it waits for a domain and `done` others are stored.
        case killedAudit(waitingFor: String, done: Int)
        /// The nightly command, and a second one three minutes later, while the first one waits for a domain and `done`
        /// others are stored.
        case twoAudits(waitingFor: String, done: Int)
        /// A command that a user types.
        case command(at: String, [String])
    }

    /// The date, such as `2026-11-03`.
    var date: String
    var title: String
    var acts: [Act]

    init(_ date: String, _ title: String, _ acts: Act...) {
        (self.date, self.title, self.acts) = (date, title, acts)
    }

    /// The day of the week and the date.
    var day: String {
        let date = PlayDates.formatter("yyyy-MM-dd").date(from: date) ?? .distantPast
        return PlayDates.formatter("EEE d MMM yyyy").string(from: date)
    }
}

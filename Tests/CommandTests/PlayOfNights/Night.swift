import Foundation

/// A night of the play, with the day that follows it.
struct Night: Sendable {
    /// An event of the night or of the day that follows it.
    enum Act: Sendable {
        /// Something changes in the world; the sentence says what.
        case change(String, @Sendable (inout World) -> Void)
        /// The rules of all earlier runs are of this version, as if the program had been upgraded since.
        case earlierRules(String)
        /// The nightly command; `clock` is the time that this machine has, where that is wrong.
        case audit(at: String = "02:00", more: [String] = [], clock: String? = nil)
        /// The nightly command, killed while it waits for a domain and so many others are stored.
        case killedAudit(waitingFor: String, done: Int)
        /// The nightly command, and a second one three minutes later, while the first waits for a domain and so many others are stored.
        case twoAudits(waitingFor: String, done: Int)
        /// A command that a user types.
        case command(at: String, [String])
    }

    /// As `2026-11-03`.
    var date: String
    var title: String
    var acts: [Act]

    init(_ date: String, _ title: String, _ acts: Act...) {
        (self.date, self.title, self.acts) = (date, title, acts)
    }

    /// Day of the week and date.
    var day: String {
        let date = PlayDates.formatter("yyyy-MM-dd").date(from: date) ?? .distantPast
        return PlayDates.formatter("EEE d MMM yyyy").string(from: date)
    }
}

import Audit
import Basics
import Records

/// The history of all domains: domains with errors as columns with dates and numbers, and all statuses as a table.
struct TimelineView {
    // All lengths are in pixels; the template has the same baseline.
    private static let width = 360
    private static let maxColumnHeight = 54
    private static let baseline = 70
    /// The limits of the distance between the starts of two nights.
    private static let stepRange = 7...40
    /// The width of a narrow chart, to which the page shrinks wider ones, and the distance of labels in it.
    private static let narrowWidth = 300
    private static let labelWidth = 80
    private static let digitsWidth = 14
    /// The width of a team's column including the gap.
    private static let sparkStep = 5
    private static let maxSparkNights = 30
    private static let minSparkNights = 7
    /// The minimum number of fixes for which a median is meaningful.
    private static let minQuantileFixes = 10

    private let timeline: OverallTimeline
    private let index: PageIndex
    /// The number of errors of the highest column.
    private let maxErrors: Int
    private let firstDay: Int
    /// The number of days from the first night to the last.
    private let days: Int
    /// The distance between the starts of two nights.
    private let step: Int

    init(_ timeline: OverallTimeline, _ index: PageIndex) {
        self.timeline = timeline
        self.index = index
        maxErrors = timeline.dailyRuns.map(Self.errors).max() ?? 0
        firstDay = timeline.dailyRuns.first?.day ?? 0
        days = max(1, (timeline.dailyRuns.last?.day ?? 0) - firstDay + 1)
        step = min(Self.stepRange.upperBound, max(Self.stepRange.lowerBound, Self.width / days))
    }

    func fill(_ object: inout TemplateObject) {
        let nights = timeline.dailyRuns
        guard nights.count > 1, let last = nights.last else { return }
        // The results of a run in doubt are not trusted: its night has a gap in the chart, and a row without numbers.
        let trusted = nights.filter { !$0.isInDoubt }
        let failed = trusted.map { $0.summary[.fail] }
        let range = Set([failed.min() ?? 0, failed.max() ?? 0]).sorted().map { Phrase.number($0) }
        let today = last.isInDoubt ? "this run is in doubt" : "\(Phrase.number(last.summary[.fail])) in this run"
        let presentStatuses = DomainStatus.worstFirst.filter { status in trusted.contains { $0.summary[status] > 0 } }
        object.text("nights", Phrase.count(nights.count, "night"))
        object.text("nightsText", "\(range.joined(separator: " to ")) domains with errors, \(today)")
        // A chart needs at least three nights to show a development.
        object.flag("chart", nights.count > 2 && maxErrors > 0)
        object.number("width", days * step)
        object.text("columns", columns(trusted))
        object.list("label", labelledNights, fillLabel)
        object.text("repairs", repairTimes)
        object.object("breakages") { breakages in
            breakages.list("breakage", timeline.brokenMostOften) { object, breakage in
                index.link(breakage.domain, &object)
                let nights = "\(breakage.brokenDays) of \(Phrase.count(breakage.knownDays, "night"))"
                object.text("breakageText", "\(nights), in \(Phrase.count(breakage.times, "period"))")
            }
        }
        object.list("night", nights.reversed()) { row, night in
            row.text("day", night.startedAt.dayText + (night.isInDoubt ? ", in doubt" : ""))
            row.texts("number", presentStatuses.map { night.isInDoubt ? "–" : Phrase.number(night.summary[$0]) })
        }
        object.list("heading", presentStatuses) { $0.text("stateLabel", $1.label(2)) }
    }

    /// Returns the columns of the nights with errors, as the data of an SVG path.
    private func columns(_ nights: [OverallTimeline.DailyRun]) -> String {
        nights.filter { Self.errors($0) > 0 }.map { night in
            "M\(start(of: night)) \(Self.baseline)v-\(height(of: night))h\(step - 1)v\(height(of: night))z"
        }.joined()
    }

    private static func errors(_ night: OverallTimeline.DailyRun) -> Int { night.isInDoubt ? 0 : night.summary[.fail] }

    /// A column has a minimum height, so that a single domain among thousands is visible.
    private func height(of night: OverallTimeline.DailyRun) -> Int {
        max(1, Self.errors(night) * Self.maxColumnHeight / max(1, maxErrors))
    }

    private func start(of night: OverallTimeline.DailyRun) -> Int { (night.day - firstDay) * step }

    /// The nights that have room for a date below and a number above, starting with the last.
    private var labelledNights: [OverallTimeline.DailyRun] {
        var end = Int.max
        let minDistance = Self.labelWidth * max(1, days * step / Self.narrowWidth)
        return timeline.dailyRuns.reversed().filter { night in
            guard end - start(of: night) >= minDistance else { return false }
            end = start(of: night)
            return true
        }
    }

    private func fillLabel(_ object: inout TemplateObject, _ night: OverallTimeline.DailyRun) {
        // Wider than its column, the last label ends with the chart.
        let isLast = night.day == firstDay + days - 1 && days * step > Self.narrowWidth
        let middle = (Double(night.day - firstDay) + 0.5) / Double(days)
        object.text("labelX", EstateView.percent(isLast ? 1 : middle))
        object.text("labelAnchor", isLast ? "end" : "middle")
        object.text("labelDate", String(night.startedAt.dayText.dropFirst(5)))
        object.text("labelCount", Self.errors(night) > 0 ? Phrase.number(Self.errors(night)) : nil)
        // A number is above its column, and above those that its digits reach.
        let near = timeline.dailyRuns.filter { abs($0.day - night.day) * step < Self.digitsWidth }
        object.number("labelY", Self.baseline - 4 - (near.map(height).max() ?? 0))
    }

    private var repairTimes: String? {
        let repairs = timeline.fixDurations
        guard let low = repairs.days(ofShare: 0), let median = repairs.days(ofShare: 0.5),
            let slow = repairs.days(ofShare: 0.9), let high = repairs.days(ofShare: 1)
        else { return nil }
        let count = Phrase.count(repairs.count, "error")
        guard repairs.count >= Self.minQuantileFixes else {
            return "\(count) fixed, after \(low < high ? "\(low) to " : "")\(Phrase.count(high, "day"))."
        }
        let rest = slow > median ? ", nine of ten within \(Phrase.count(slow, "day"))" : ""
        return "\(count) fixed, half of them within \(Phrase.count(median, "day"))\(rest)."
    }

    // MARK: Teams

    /// Returns a column for each of a team's last nights with errors, as the data of an SVG path; empty without errors.
    func spark(_ counts: [[DomainStatus: Int]]) -> String {
        // The scale is the same for all teams.
        let errors = timeline.teams.values.lazy.flatMap { $0.suffix(Self.maxSparkNights) }.compactMap { $0[.fail] }
        let maxErrors = errors.max() ?? 0
        let nights = zip(timeline.dailyRuns.suffix(Self.maxSparkNights), counts.suffix(Self.maxSparkNights))
        return nights.enumerated().map { position, entry in
            let (night, counts) = entry
            guard !night.isInDoubt, let failed = counts[.fail], failed > 0 else { return "" }
            return "M\(position * Self.sparkStep + 2) 14v-\(max(1, failed * 14 / maxErrors))"
        }.joined()
    }

    /// The width of the columns of ``spark(_:)``; `nil` if there are too few nights to show a development.
    var sparkWidth: Int? {
        let nights = timeline.dailyRuns.count
        return nights < Self.minSparkNights ? nil : min(Self.maxSparkNights, nights) * Self.sparkStep
    }
}

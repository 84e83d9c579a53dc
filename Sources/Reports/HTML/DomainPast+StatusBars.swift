import Audit
import Records

extension DomainPast {
    /// The position of the baseline in the template, in pixels.
    private static let baseline = 14

    /// Returns the values of a picture with a bar of equal width for each run: one SVG path along the baseline for each
    /// status, whose style determines the height of its bars.
    static func statusBars(of runs: some Collection<DomainPast.Run>, step: Int = 3) -> TemplateObject? {
        guard !runs.isEmpty else { return nil }
        var paths: [DomainStatus: String] = [:]
        var start = 0
        let statuses = runs.map(\.status)
        for (index, status) in statuses.enumerated()
        where index + 1 == statuses.count || statuses[index + 1] != status {
            paths[status, default: ""] += "M\(start * step) \(baseline)h\((index + 1 - start) * step)"
            start = index + 1
        }
        return TemplateObject { object in
            object.number("width", statuses.count * step)
            object.list("path", DomainStatus.worstFirst.filter { paths[$0] != nil }) { object, status in
                object.text("pathState", status.rawValue)
                object.text("pathData", paths[status])
            }
        }
    }
}

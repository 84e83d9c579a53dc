import Audit
import Records

extension DomainPast {
    /// Returns nights as bars of equal width, with one path on the baseline for each status; its style has the height.
    static func strip(_ runs: some Collection<DomainPast.Run>, step: Int = 3) -> TemplateObject? {
        guard !runs.isEmpty else { return nil }
        var paths: [DomainStatus: String] = [:]
        var start = 0
        let statuses = runs.map { $0.status }
        for (index, status) in statuses.enumerated()
        where index + 1 == statuses.count || statuses[index + 1] != status {
            paths[status, default: ""] += "M\(start * step) 14h\((index + 1 - start) * step)"
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

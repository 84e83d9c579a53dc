import Audit
import Records

extension DomainPast {
    /// Returns nights as bars of equal width, with one path on the baseline for each state, whose style has the height.
    static func strip(_ runs: some Collection<DomainPast.Run>, step: Int = 3) -> TemplateObject? {
        guard !runs.isEmpty else { return nil }
        var paths: [DomainStatus: String] = [:]
        var start = 0
        let states = runs.map { $0.status }
        for (index, state) in states.enumerated() where index + 1 == states.count || states[index + 1] != state {
            paths[state, default: ""] += "M\(start * step) 14h\((index + 1 - start) * step)"
            start = index + 1
        }
        return TemplateObject { object in
            object.number("width", states.count * step)
            object.list("path", DomainStatus.worstFirst.filter { paths[$0] != nil }) { object, state in
                object.text("pathState", state.rawValue)
                object.text("pathData", paths[state])
            }
        }
    }
}

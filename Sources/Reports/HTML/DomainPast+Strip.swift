import Audit
import Runs

extension DomainPast {
    /// Nights as cells of equal width; one path for each state.
    static func strip(_ runs: some Collection<DomainPast.Run>) -> TemplateObject? {
        guard !runs.isEmpty else { return nil }
        var paths: [DomainStatus: String] = [:]
        var start = 0
        let states = runs.map { $0.status }
        for (index, state) in states.enumerated() where index + 1 == states.count || states[index + 1] != state {
            paths[state, default: ""] += "M\(start * 4) 7h\((index + 1 - start) * 4)"
            start = index + 1
        }
        return TemplateObject { object in
            object.number("width", states.count * 4)
            object.list("path", DomainStatus.worstFirst.filter { paths[$0] != nil }) { object, state in
                object.text("pathState", state.rawValue)
                object.text("pathData", paths[state])
            }
        }
    }
}

package struct ConfigurationProblem: Error, Hashable, Sendable {
    /// The included file with the problem; `nil` for the configuration file itself.
    var file: String?
    /// The position of the problem; `nil` for the file as a whole.
    let mark: YAMLMark?
    /// A message with the found and the allowed content, and the action to take; without a full stop.
    let message: String

    init(_ message: String, at mark: YAMLMark? = nil) {
        self.mark = mark
        self.message = message
    }
}

package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    package static let maxProblems = 100

    package let path: String
    /// The first problems: at least one, at most ``maxProblems``.
    package let problems: [ConfigurationProblem]
    private let omittedCount: Int

    package init(path: String, _ problems: [ConfigurationProblem]) {
        self.path = path
        // The problems of the file itself come first; those of included files are already in order.
        func position(_ problem: ConfigurationProblem) -> (Int, Int) {
            (problem.mark?.line ?? 0, problem.mark?.column ?? 0)
        }
        let sorted =
            problems.filter { $0.file == nil }.sorted { position($0) < position($1) }
            + problems.filter { $0.file != nil }
        self.problems = Array(sorted.prefix(Self.maxProblems))
        omittedCount = max(0, sorted.count - Self.maxProblems)
    }

    /// One line for each problem in the form `FILE:LINE:COLUMN: …`, which editors can follow.
    package var description: String {
        var lines = problems.map { problem in
            let position = problem.mark.map { ":\($0.line):\($0.column)" } ?? ""
            return "\(problem.file ?? path)\(position): \(problem.message)"
        }
        if omittedCount > 0 { lines.append("and \(omittedCount) more") }
        return lines.joined(separator: "\n")
    }
}

package struct ConfigurationProblem: Error, Hashable, Sendable {
    package var file: String?
    /// The line, from 1; `nil` for the file as a whole.
    package var line: Int?
    /// The column, from 1, counted in Unicode scalars.
    package var column: Int?
    /// A message with the found and the allowed content, and the action to take; without a full stop.
    package var message: String

    init(_ message: String, at mark: YAMLMark? = nil) {
        line = mark?.line
        column = mark?.column
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
        let ofFile = problems.filter { $0.file == nil }
        let sorted =
            ofFile.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
            + problems.filter { $0.file != nil }
        self.problems = Array(sorted.prefix(Self.maxProblems))
        omittedCount = max(0, sorted.count - Self.maxProblems)
    }

    /// One line for each problem in the form `FILE:LINE:COLUMN: …`, which editors can follow.
    package var description: String {
        var lines = problems.map { problem in
            let position = [problem.line, problem.column].compactMap { $0.map(String.init) }
            return ([problem.file ?? path] + position).joined(separator: ":") + ": " + problem.message
        }
        if omittedCount > 0 { lines.append("and \(omittedCount) more") }
        return lines.joined(separator: "\n")
    }
}

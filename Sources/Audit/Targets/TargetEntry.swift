/// One row of a run: what the user wrote, and what it means.
public struct TargetEntry: Hashable, Sendable {
    /// What the user wrote, as reports show it.
    public var input: String
    /// The target, or why the input could not be understood.
    public var result: Result<Target, TargetError>

    /// Where it stood, such as `domains.txt, line 3`; `nil` on the command line.
    public var origin: String?

    /// Creates an entry.
    public init(input: String, result: Result<Target, TargetError>) {
        self.input = input
        self.result = result
    }

    /// Reads `text` as a target.
    public init(_ text: String) {
        input = TargetParser.shown(text)
        do throws(TargetError) {
            result = .success(try TargetParser.parse(text))
        } catch {
            result = .failure(error)
        }
    }
}

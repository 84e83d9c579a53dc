import Basics
import Findings

extension Waiver {
    /// The reason and the end of the waiver, in one line.
    var sentence: String {
        let sequel = until == nil ? "" : " After that day it counts again."
        return "Accepted\(until.map { " until \($0)" } ?? ""): \(Phrase.clause(reason)).\(sequel)"
    }
}

import Basics
import Findings

extension Waiver {
    /// The author, the end and the reason of the waiver, in one line.
    var sentence: String {
        let sequel = until == nil ? "" : " After that day it counts again."
        return "\(Phrase.capitalized(terms())): \(Phrase.clause(reason)).\(sequel)"
    }
}

import Basics
import Findings
import Records

extension Waiver {
    /// The author, the end and the reason of the waiver, in one line.
    var sentence: String {
        let sequel = until == nil ? "" : " After that day it counts again."
        return "\(Phrase.capitalized(terms())): \(Phrase.clause(reason)).\(sequel)"
    }
}

extension Listed<AcceptedDomain> {
    /// Returns the acceptances in one line each, at most `limit`, followed by the number of further ones.
    func sentences(limit: Int, _ shown: (String) -> String = { $0 }) -> [String] {
        let listed = items.prefix(limit).map { shown($0.sentence) }
        return listed + (count > listed.count ? ["and \(count - listed.count) more accepted domains"] : [])
    }
}

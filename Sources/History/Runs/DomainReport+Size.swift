import Audit
import Transport

extension DomainReport {
    /// About how many bytes a report holds in memory: bodies, and a guess for all that is small.
    var sizeInMemory: Int {
        var size = 16 << 10
        if var observation {
            observation.forEachExchange { exchange in size += exchange.body.count }
        } else {
            for location in [wellKnown, root] { size += location?.exchange?.body.count ?? 0 }
        }
        return size + (file?.bytes?.count ?? 0)
    }
}

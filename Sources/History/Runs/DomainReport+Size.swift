import Audit
import Transport

extension DomainReport {
    /// About how many bytes a report holds in memory: bodies, and a guess for all that is small.
    var sizeInMemory: Int {
        var size = 16 << 10
        for location in [wellKnown, root] { size += location?.exchange?.body.count ?? 0 }
        return size + (file?.bytes?.count ?? 0) + (bodyBehindRedirects?.count ?? 0)
    }
}

import Audit
import Transport

extension DomainReport {
    /// The approximate size of a report in memory, in bytes: bodies, and an estimate for everything else.
    var sizeInMemory: Int {
        var size = 16 << 10
        for location in [wellKnown, root] { size += location?.exchange?.body.count ?? 0 }
        return size + (file?.bytes?.count ?? 0) + (bodyBehindRedirects?.count ?? 0)
    }
}

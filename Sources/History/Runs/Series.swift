/// A series of runs that are compared with each other; each database contains the history of one.
package struct Series: Hashable, Sendable {
    /// The name: that of the configuration, or the path of the targets' source, with the shard.
    package let name: String

    /// Creates the series `name`.
    package init(_ name: String) { self.name = name }
}

/// A series of runs, which are compared with each other; a database is the history of one.
package struct Series: Hashable, Sendable {
    /// The name: that of the configuration, or the path of what names the targets, with the shard that is meant.
    package let name: String

    /// Creates the series that is called `name`.
    package init(_ name: String) { self.name = name }
}

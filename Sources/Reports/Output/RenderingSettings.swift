package import Records

/// The settings of the formats.
package struct RenderingSettings: Sendable {
    /// When the file itself is in a report.
    package var bodies: FileTextPolicy
    /// How much is said to people.
    package var detail: TextReport.Detail
    /// Whether text has colour.
    package var style: TextStyle
    /// How many targets there are; `nil` where that is not known before the end.
    package var targets: Int?
    /// Whether somebody watches: then text appears as domains end rather than in the order in which it is read afterwards.
    package var isWatched: Bool
    /// The columns of the terminal that text goes to; `nil` where it goes elsewhere.
    package var width: Int?
    /// Whether mail is a whole message with its header fields, and not the page alone.
    package var isWholeMessage: Bool

    /// Creates settings.
    package init(
        bodies: FileTextPolicy = .findings, detail: TextReport.Detail = .normal, style: TextStyle = .plain,
        targets: Int? = nil, isWatched: Bool = false, width: Int? = nil,
        isWholeMessage: Bool = false
    ) {
        self.bodies = bodies
        self.detail = detail
        self.style = style
        self.targets = targets
        self.isWatched = isWatched
        self.width = width
        self.isWholeMessage = isWholeMessage
    }
}

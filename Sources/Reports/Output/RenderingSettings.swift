package import Records

/// The settings of the formats.
package struct RenderingSettings: Sendable {
    /// When the file itself is in a report.
    package var bodies: FileTextPolicy
    /// The level of detail for human readers.
    package var detail: TextReport.Detail
    /// Whether text has colour.
    package var style: TextStyle
    /// The number of targets; `nil` if it is not known before the end.
    package var targets: Int?
    /// Whether a user is watching: then text appears as domains end, and not in the order for later reading.
    package var isWatched: Bool
    /// The number of columns of the terminal to which text is written; `nil` for other destinations.
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

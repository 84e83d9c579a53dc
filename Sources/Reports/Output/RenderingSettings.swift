package import Records

package struct RenderingSettings: Sendable {
    /// The condition for including the text of the file in a report.
    package var bodies: FileTextPolicy
    /// The level of detail for human readers.
    package var detail: TextReport.Detail
    /// The style of text: plain or colored.
    package var style: TextStyle
    /// The number of targets; `nil` if it is not known before the end.
    package var targets: Int?
    /// Whether a user is watching: then text appears as domains end, rather than in the order for later reading.
    package var isWatched: Bool
    /// The number of columns of the terminal to which text is written; `nil` for other destinations.
    package var width: Int?
    /// Whether mail is a complete message with header fields rather than only the page.
    package var isWholeMessage: Bool

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

package import Records

package struct RenderingSettings: Sendable {
    /// The condition for including the text of the file in a report.
    package var bodies = FileTextPolicy.findings
    /// The level of detail for human readers.
    package var detail = TextReport.Detail.normal
    package var style = TextStyle.plain
    /// The number of targets; `nil` if it is not known before the end.
    package var targets: Int?
    /// Whether a user is watching: then text appears as domains end, rather than in the order for later reading.
    package var isWatched = false
    /// The number of columns of the terminal to which text is written; `nil` for other destinations.
    package var width: Int?
    /// Whether mail is a complete message with header fields rather than only the page.
    package var isWholeMessage = false

    package init() {}
}

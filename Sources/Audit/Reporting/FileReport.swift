public import Findings

/// A summary of the file that takes effect.
public struct FileReport: Hashable, Sendable {
    /// An app in the file.
    public struct App: Hashable, Sendable {
        /// The app identifier as written.
        public var appID: String
        /// The services that list the app.
        public var services: [String]
        /// The number of rules of the app for `applinks`.
        public var ruleCount: Int

        package init(appID: String, services: [String], ruleCount: Int) {
            self.appID = appID
            self.services = services
            self.ruleCount = ruleCount
        }
    }

    /// The location of the file: `wellKnown` or `root`.
    public var location: FindingLocation
    /// Whether the file was in a CMS envelope.
    public var isSigned: Bool
    /// The service keys in the file, in order.
    public var services: [String]
    /// The apps in the file, in order.
    public var apps: [App]
    /// The bytes of the file, or the content of a signed file; `nil` in a stored report without these bytes.
    public var bytes: [UInt8]?

    package init(location: FindingLocation, isSigned: Bool, services: [String], apps: [App], bytes: [UInt8]?) {
        self.location = location
        self.isSigned = isSigned
        self.services = services
        self.apps = apps
        self.bytes = bytes
    }
}

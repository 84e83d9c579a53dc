public import Findings

/// The file that counts, in short.
public struct FileReport: Hashable, Sendable {
    /// An app that the file names.
    public struct App: Hashable, Sendable {
        /// The app identifier as written.
        public var appID: String
        /// The services that name it.
        public var services: [String]
        /// The number of its rules for `applinks`.
        public var rules: Int

        /// Creates an app.
        public init(appID: String, services: [String], rules: Int) {
            self.appID = appID
            self.services = services
            self.rules = rules
        }
    }

    /// The location from which it was read: `wellKnown` or `root`.
    public var location: FindingLocation
    /// Whether it came in a CMS envelope.
    public var signed: Bool
    /// The service keys that it has, in order.
    public var services: [String]
    /// The apps that it names, in order.
    public var apps: [App]
    /// The bytes of the file (the payload of a signed one); `nil` in a stored report that does not carry them.
    public var bytes: [UInt8]?

    /// Creates a file report.
    public init(location: FindingLocation, signed: Bool, services: [String], apps: [App], bytes: [UInt8]?) {
        self.location = location
        self.signed = signed
        self.services = services
        self.apps = apps
        self.bytes = bytes
    }
}

/// One entry of `details`: apps and their rules.
///
/// Rules: details.app-id, details.app-ids, details.no-app
public struct AppDetail: Sendable {
    /// The rules that current systems follow.
    public enum Rules: Sendable {
        /// The rules of `components`; `paths` is not read if `components` is an array. Rule: details.components-win
        case components([LinkRule])
        /// The rules of `paths`.
        case paths([LinkRule])
        /// Neither `components` nor `paths` is an array; it is assumed that every URL then matches.
        /// Rule: details.no-rules
        case everything

        /// The rules in order; empty for ``everything``.
        public var list: [LinkRule] {
            switch self {
            case .components(let rules), .paths(let rules): rules
            case .everything: []
            }
        }

        /// The number of rules.
        public var count: Int { list.count }
    }

    /// The object.
    public let source: JSONValue
    /// The key in the dictionary format of `details`.
    public let keySource: JSONValue?
    /// The value of `appIDs`, of any kind.
    public let appIDsSource: JSONValue?
    /// The value of `paths`, of any kind.
    public let pathsSource: JSONValue?
    /// The value of `components`, of any kind.
    public let componentsSource: JSONValue?
    /// The app in `appID`; `nil` if it is not a string.
    public let appID: ListedApp?
    /// The apps in `appIDs`; `nil` if it is not an array.
    public let appIDs: [ListedApp]?
    /// The effective apps: in the dictionary format, the app in the key; otherwise the apps in `appIDs`, even if it is
    /// empty; without `appIDs`, the app in `appID`.
    ///
    /// An entry without apps has no effect. Rules: details.app-ids-win, details.no-app
    public let apps: [ListedApp]
    /// The settings for all components of this entry.
    public let defaults: ComponentFields?
    /// The rules of `components`, without elements that are not objects; `nil` if `components` is not an array.
    public let componentRules: [LinkRule]?
    /// The rules of `paths`, even if current systems do not read them; `nil` if `paths` is not an array.
    public let pathRules: [LinkRule]?
    /// The values that are not read: other keys, values of the wrong kind, elements that are not rules.
    public let ignored: [IgnoredValue]

    static let keys = ["appID", "appIDs", "paths", "components", "defaults"]

    init(_ source: JSONValue, key: JSONValue?, defaults outer: ComponentFields?, memory: PatternMemory) {
        self.source = source
        keySource = key
        var fields = ObjectFields(source, known: Self.keys)
        appIDsSource = fields["appIDs"]
        pathsSource = fields["paths"]
        componentsSource = fields["components"]
        let defaults = fields.value("defaults", .object).map(ComponentFields.init)
        self.defaults = defaults

        var ignored: [IgnoredValue] = []
        let appID = fields.value("appID", .string).flatMap(ListedApp.init)
        let appIDsArray = fields.value("appIDs", .array, expected: "an array of strings")
        let appIDs = appIDsArray?.list(of: "a string", ignored: &ignored, ListedApp.init)
        self.appID = appID
        self.appIDs = appIDs
        if let keyed = key.flatMap(ListedApp.init) {
            apps = [keyed]
            for name in ["appID", "appIDs"] {
                if let member = fields.member(name) { fields.ignore(member, .superseded(by: keyed.identifier.text)) }
            }
        } else if let appIDs {
            apps = appIDs
            if let member = fields.member("appID") { fields.ignore(member, .superseded(by: "appIDs")) }
        } else {
            apps = [appID].compactMap(\.self)
        }

        let layers = [outer, defaults].compactMap { $0 }
        let components = fields.value("components", .array, expected: "an array of objects")
        componentRules = components?.list(of: "an object", ignored: &ignored) { element in
            element.kind == .object
                ? LinkRule(component: ComponentFields(element), layers: layers, memory: memory) : nil
        }
        let paths = fields.value("paths", .array, expected: "an array of strings")
        pathRules = paths?.list(of: "a string", ignored: &ignored, LinkRule.init(path:))
        if componentRules != nil, let member = fields.member("paths"), member.value.kind == .array {
            fields.ignore(member, .superseded(by: "components"))
        }
        self.ignored = fields.ignored + ignored
    }

    /// A clause about what is known about several entries for the same app. Rule: details.same-app-twice
    package static let certaintyOfSecondEntry =
        "which of two entries for one app counts is not documented; it is probably the first"

    /// The apps of the entry that iOS 12 and earlier read, which do not support `appIDs`. Rule: details.app-ids
    public var appsOfPaths: [ListedApp] { keySource == nil ? [appID].compactMap(\.self) : apps }

    /// The rules that current systems use: those of `components` if it is an array, otherwise those of `paths`, if any.
    public var rules: Rules {
        if let componentRules { return .components(componentRules) }
        if let pathRules { return .paths(pathRules) }
        return .everything
    }
}

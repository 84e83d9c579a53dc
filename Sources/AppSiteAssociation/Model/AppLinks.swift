/// The value of `applinks`: the apps and the URLs that open them.
/// Documented as details.array, details.dictionary, details.apps-empty, defaults.levels
package struct AppLinks: Sendable {
    package let source: JSONValue
    /// The value of `apps`, of any kind; iOS 12 and earlier require an empty array. Documented as details.apps-empty
    package let appsSource: JSONValue?
    /// The value of `details`: an array of objects, or in the first format, of 2015, an object with app identifiers as
    /// keys, which does not define the order of apps.
    ///
    /// If it is anything else, there are no universal links. Documented as details.dictionary
    package let detailsSource: JSONValue?
    /// The details that are objects, in the order of the file.
    package let details: [AppDetail]
    package let defaults: ComponentFields?
    package let variables: SubstitutionVariables
    package let ignored: [IgnoredValue]

    /// Whether the rules inherit so few tokens from `defaults` that they can be analysed in bounded time.
    package let isDecidable: Bool

    /// The maximum number of tokens that rules may inherit; a value counts once for each rule that inherits it.
    static let maxInheritedTokens = 1_000_000

    static let keys = ["apps", "details", "defaults", "substitutionVariables"]

    init(_ source: JSONValue) {
        self.source = source
        var fields = ObjectFields(source, known: Self.keys)
        appsSource = fields["apps"]
        detailsSource = fields["details"]
        defaults = fields.accept("defaults", .object).map(ComponentFields.init)
        variables = SubstitutionVariables(fields.accept("substitutionVariables", .object))
        let cache = PatternCache(variables)
        let detailsValue = fields.accept("details", .array, .object, expected: "an array of objects")
        var details: [AppDetail] = []
        for entry in detailsValue?.elements ?? detailsValue?.members?.effective.map(\.value) ?? [] {
            if entry.kind == .object {
                details.append(AppDetail(entry, defaults: defaults, cache: cache))
            } else {
                fields.ignore(entry, .wrongKind(expected: "an object"))
            }
        }
        self.details = details
        isDecidable = cache.inheritedTokens <= Self.maxInheritedTokens
        ignored = fields.ignored
    }

    /// Whether the file contains the empty array `apps`, without which iOS 12 and earlier ignore `applinks`.
    /// Documented as details.apps-empty
    package var hasEmptyApps: Bool { appsSource?.kind == .array && appsSource?.count == 0 }
}

/// One entry of `details`: apps and their rules.
/// Documented as details.app-id, details.app-ids, details.no-app
package struct AppDetail: Sendable {
    package let source: JSONValue
    package let appIDsSource: JSONValue?
    package let pathsSource: JSONValue?
    package let componentsSource: JSONValue?
    /// The app in `appID`; `nil` if it is not a string.
    package let appID: ListedApp?
    /// The apps in `appIDs`; `nil` if it is not an array.
    package let appIDs: [ListedApp]?
    /// The effective apps: in the dictionary format, the app in the key; otherwise the apps in `appIDs`, even if it is
    /// empty; without `appIDs`, the app in `appID`.
    ///
    /// An entry without apps has no effect. Documented as details.app-ids-win, details.no-app
    package let apps: [ListedApp]
    package let defaults: ComponentFields?
    /// The rules of `components`, without elements that are not objects; `nil` if `components` is not an array.
    package let componentRules: [LinkRule]?
    /// The rules of `paths`, even if current systems do not read them; `nil` if `paths` is not an array.
    package let pathRules: [LinkRule]?
    /// The values that are not read: other keys, values of the wrong kind, elements that are not rules.
    package let ignored: [IgnoredValue]

    static let keys = ["appID", "appIDs", "paths", "components", "defaults"]

    init(_ source: JSONValue, defaults outerDefaults: ComponentFields?, cache: PatternCache) {
        self.source = source
        var fields = ObjectFields(source, known: Self.keys)
        appIDsSource = fields["appIDs"]
        pathsSource = fields["paths"]
        componentsSource = fields["components"]
        defaults = fields.accept("defaults", .object).map(ComponentFields.init)
        appID = fields.accept("appID", .string).flatMap(ListedApp.init)
        appIDs = fields.list("appIDs", of: .string, ListedApp.init)
        let appInKey = source.member.flatMap { ListedApp($0.key) }
        apps = appInKey.map { [$0] } ?? appIDs ?? [appID].compactMap(\.self)

        let layers = [outerDefaults, defaults].compactMap(\.self)
        componentRules = fields.list("components", of: .object) { element in
            LinkRule(component: ComponentFields(element), layers: layers, cache: cache)
        }
        pathRules = fields.list("paths", of: .string, LinkRule.init(path:))
        ignored = fields.ignored
    }

    /// The key of the entry in the dictionary format; `nil` in an array.
    package var keySource: JSONValue? { source.member?.key }

    /// A clause about what is known about several entries for the same app. Documented as details.same-app-twice
    package static let clauseAboutSecondEntry =
        "which of two entries for one app counts is not documented; it is probably the first"

    /// The apps that iOS 12 and earlier read; these systems do not support `appIDs`. Documented as details.app-ids
    package var appsForOldSystems: [ListedApp] { keySource == nil ? [appID].compactMap(\.self) : apps }

    /// The rules that current systems use: those of `components` if it is an array, otherwise those of `paths`; `nil`
    /// if neither is an array, in which case every URL is assumed to match.
    /// Documented as details.components-win, details.no-rules
    package var rules: [LinkRule]? { componentRules ?? pathRules }
}

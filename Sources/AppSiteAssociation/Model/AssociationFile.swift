import Basics

/// A service of an association file; the raw value is its key in the file. Documented as services.keys
public enum AssociationService: String, Hashable, Sendable, CaseIterable {
    /// Universal links.
    case applinks
    /// Password AutoFill, passkeys and https callbacks. Documented as services.webcredentials
    case webcredentials
    /// App Clips. Documented as services.appclips
    case appclips
    /// Handoff from the web to an app. Documented as services.activitycontinuation
    case activitycontinuation
    /// Extensible single sign-on. Documented as services.authsrv
    case authsrv
    /// Filtering of SMS messages. Documented as services.messagefilter
    case messagefilter
    /// Reports of unwanted calls and messages. Documented as services.classificationreport
    case classificationreport
}

/// The content of an `apple-app-site-association` file as Apple's systems interpret it.
///
/// Initialization never fails: values of the wrong kind are ignored, as systems do, and ``FileJudge`` reports them. If
/// an object contains duplicate keys, the last one takes effect, as in Foundation's `JSONSerialization`.
/// Documented as json.object, json.keys-exact, json.local-damage, json.duplicate-keys, services.independent
public struct AssociationFile: Sendable {
    package let document: JSONDocument
    /// The universal links; `nil` if `applinks` is missing or not an object.
    package let appLinks: AppLinks?
    /// The services other than `applinks` whose values are objects, in the order of the file.
    package let appLists: [AppList]
    /// The values at the outermost level that no system reads.
    package let ignored: [IgnoredValue]

    /// Interprets a document.
    public init(_ document: JSONDocument) {
        self.document = document
        var fields = ObjectFields(document.root, known: AssociationService.allCases.map(\.rawValue))
        appLinks = fields.accept(AssociationService.applinks.rawValue, .object).map(AppLinks.init)
        let lists = AssociationService.allCases.filter { $0 != .applinks }.compactMap { service in
            fields.accept(service.rawValue, .object).map { AppList(service, $0) }
        }
        appLists = lists.sorted { $0.source.index < $1.source.index }
        ignored = fields.ignored
    }

    /// Whether the outermost value is an object; otherwise, there is no association.
    package var isObject: Bool { document.root.kind == .object }

    /// Returns the apps of a service, in the order of the file; empty if the service is missing.
    func apps(of service: AssociationService) -> [ListedApp] {
        if service == .applinks { return appLinks?.details.flatMap(\.apps) ?? [] }
        return appLists.first { $0.service == service }?.apps ?? []
    }

    /// The services whose values are objects, in the order of the file.
    public var services: [AssociationService] {
        var services = appLists.map(\.service)
        if let start = appLinks?.source.index {
            services.insert(.applinks, at: appLists.count { $0.source.index < start })
        }
        return services
    }

    /// Every app of the file without duplicates, in the order of first occurrence.
    public var apps: [AssociatedApp] {
        var ruleCounts: [AppIdentifier: Int] = [:]
        for detail in appLinks?.details ?? [] {
            // If two details list the same app, only the first takes effect.
            for app in detail.apps.map(\.identifier) where ruleCounts[app] == nil {
                ruleCounts[app] = detail.rules?.count ?? 0
            }
        }
        var indexOfApp: [AppIdentifier: Int] = [:]
        var apps: [AssociatedApp] = []
        for service in services {
            for app in self.apps(of: service).map(\.identifier).unique {
                if let index = indexOfApp[app] {
                    apps[index].services.append(service)
                } else {
                    indexOfApp[app] = apps.count
                    apps.append(AssociatedApp(identifier: app, services: [service], ruleCount: ruleCounts[app] ?? 0))
                }
            }
        }
        return apps
    }
}

/// An app in a file, with its services.
public struct AssociatedApp: Hashable, Sendable {
    /// The app.
    public let identifier: AppIdentifier
    /// The services that list the app, in the order of the file.
    public internal(set) var services: [AssociationService]
    /// The number of rules for universal links in the first detail that lists the app.
    public let ruleCount: Int
}

/// A service that only lists apps: any service except `applinks`. Documented as services.apps-list
package struct AppList: Sendable {
    package let service: AssociationService
    package let source: JSONValue
    /// The value of `apps`, of any kind; `nil` if it is missing.
    package let appsSource: JSONValue?
    /// The listed apps that are strings.
    package let apps: [ListedApp]
    /// The values that are not read: other keys, and elements that are not strings.
    package let ignored: [IgnoredValue]

    init(_ service: AssociationService, _ source: JSONValue) {
        self.service = service
        self.source = source
        var fields = ObjectFields(source, known: ["apps"])
        appsSource = fields["apps"]
        apps = fields.list("apps", of: .string, ListedApp.init) ?? []
        ignored = fields.ignored
    }
}

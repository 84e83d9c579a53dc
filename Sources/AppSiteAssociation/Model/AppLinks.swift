/// The value of `applinks`: the apps and the URLs that open them.
/// Rules: details.array, details.dictionary, details.apps-empty, defaults.levels
public struct AppLinks: Sendable {
    /// The object.
    public let source: JSONValue
    /// The value of `apps`, of any kind; iOS 12 and earlier require an empty array. Rule: details.apps-empty
    public let appsSource: JSONValue?
    /// The value of `details`: an array of objects, or in the first format, of 2015, an object with app identifiers as
    /// keys, which does not define the order of apps.
    ///
    /// If it is anything else, there are no universal links. Rule: details.dictionary
    public let detailsSource: JSONValue?
    /// The details that are objects, in the order of the file.
    public let details: [AppDetail]
    /// The settings for all components of all details.
    public let defaults: ComponentFields?
    /// The variables that patterns can refer to.
    public let variables: SubstitutionVariables
    /// The values that are not read.
    public let ignored: [IgnoredValue]

    /// Whether the rules inherit so few tokens from `defaults` that decisions about rules are possible.
    public let isDecidable: Bool

    /// The maximum number of tokens that rules may inherit; a value counts once for each rule that inherits it.
    static let maxInheritedTokens = 1_000_000

    static let keys = ["apps", "details", "defaults", "substitutionVariables"]

    init(_ source: JSONValue) {
        self.source = source
        var fields = ObjectFields(source, known: Self.keys)
        appsSource = fields["apps"]
        detailsSource = fields["details"]
        let defaults = fields.value("defaults", .object).map(ComponentFields.init)
        let variables = SubstitutionVariables(fields.value("substitutionVariables", .object))
        let memory = PatternMemory(variables)
        let detailsValue = fields.value("details", .array, .object, expected: "an array of objects")
        var details: [AppDetail] = []
        for entry in detailsValue?.elements ?? detailsValue?.members?.effective.map(\.value) ?? [] {
            if entry.kind == .object {
                details.append(AppDetail(entry, defaults: defaults, memory: memory))
            } else {
                fields.ignore(entry, .wrongType(expected: "an object"))
            }
        }
        for member in detailsValue?.members?.overridden ?? [] { fields.ignore(member.value, .duplicateKey) }
        self.defaults = defaults
        self.variables = variables
        self.details = details
        isDecidable = memory.inheritedTokens <= Self.maxInheritedTokens
        ignored = fields.ignored
    }

    /// Whether the file contains the empty array `apps`, without which iOS 12 and earlier ignore `applinks`.
    /// Rule: details.apps-empty
    public var hasEmptyApps: Bool { appsSource?.kind == .array && appsSource?.count == 0 }
}

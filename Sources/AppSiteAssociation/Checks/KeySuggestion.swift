import Basics

/// Guesses which key was meant by one that no system reads.
enum KeySuggestion {
    /// Why a known key is thought to be meant.
    enum Reason: Hashable {
        /// It only differs in capitals.
        case capitals
        /// It only differs in spaces, underscores or hyphens.
        case spaces
        /// It is the same word in another language.
        case translation
        /// It is another name for the same thing.
        case synonym
        /// It differs in a letter or two.
        case spelling
        /// It is a key of another level of the file.
        case level(Level)
    }

    /// The level of the file at which a key is found.
    enum Level: String, CaseIterable {
        case file = "the top level"
        case applinks = "applinks"
        case detail = "a details entry"
        case component = "a component"
        case defaults = "defaults"
        case appList = "a service"

        /// The level as part of a sentence.
        var phrase: String {
            switch self {
            case .file: "at the top level"
            case .applinks: "in `applinks`"
            case .detail: "in a `details` entry"
            case .component: "in a component"
            case .defaults: "in `defaults`"
            case .appList: "in a service"
            }
        }

        /// The keys that are read there.
        var keys: [String] {
            switch self {
            case .file: AssociationService.allCases.map(\.rawValue)
            case .applinks: AppLinks.keys
            case .detail: AppDetail.keys
            case .component, .defaults: ComponentFields.keys
            case .appList: ["apps"]
            }
        }

        /// The levels at which a key may have been meant, when it is not one of this level.
        var others: [Level] {
            switch self {
            case .file: [.applinks]
            case .applinks: [.file, .detail, .component]
            case .detail: [.component, .applinks, .file]
            case .component: [.detail]
            case .defaults, .appList: []
            }
        }
    }

    /// The key that is likely meant by `key` at `level`, and why; `nil` when none is.
    static func likely(for key: String, at level: Level) -> (key: String, reason: Reason)? {
        // A comment is read nowhere, so it is right everywhere.
        let candidates = level.keys.filter { $0 != "comment" }
        let plain = normalised(key)
        guard !plain.isEmpty, !isComment(key) else { return nil }
        if let same = candidates.first(where: { normalised($0) == plain }) {
            return (same, key.lowercased() == same.lowercased() ? .capitals : .spaces)
        }
        if let known = translations[plain], candidates.contains(known) { return (known, .translation) }
        if let known = synonyms[plain]?.first(where: candidates.contains) { return (known, .synonym) }
        for other in level.others {
            if let same = other.keys.first(where: {
                $0 != "comment" && normalised($0) == plain && $0.count > 1 || $0.isExactly(key)
            }) {
                return (same, .level(other))
            }
        }
        return Spelling.nearest(to: plain, among: candidates, normalised: normalised).map { ($0, .spelling) }
    }

    /// Whether `key` names a comment, which is read nowhere and harmless everywhere.
    static func isComment(_ key: String) -> Bool {
        ["comment", "comments", "note", "notes", "//", "#comment", "$comment"].contains(normalised(key))
    }

    /// The text of `value` as `key` expects it, with brackets around it where they are missing; `nil` where it cannot be
    /// turned into what is expected, or is too long to be shown.
    static func value(_ value: JSONValue, for key: String) -> String? {
        guard let source = QuotedText.whole(value) else { return nil }
        switch key {
        case "paths", "appIDs", "apps":
            return value.kind == .array ? source : value.kind == .string ? "[\(source)]" : nil
        case "components", "details":
            return value.kind == .array ? source : value.kind == .object ? "[\(source)]" : nil
        case "appID", "/", "#": return value.kind == .string ? source : nil
        case "?": return value.kind == .string || value.kind == .object ? source : nil
        case "exclude", "caseSensitive", "percentEncoded":
            let word = value.string?.lowercased()
            return value.kind == .boolean ? source : word == "true" || word == "false" ? word : nil
        default: return value.kind == .object ? source : nil
        }
    }

    /// A key in small letters without spaces, underscores and hyphens.
    private static func normalised(_ key: String) -> String { Spelling.plain(key, without: "_-") }

    /// Words that machine translation made of keys, in small letters and without spaces.
    private static let translations: [String: String] = [
        "aplicaciones": "apps", "aplicativos": "apps", "applications": "apps", "anwendungen": "apps",
        "приложения": "apps",
        "应用": "apps", "應用": "apps", "アプリ": "apps", "앱": "apps",
        "detalles": "details", "détails": "details", "detalhes": "details", "einzelheiten": "details",
        "dettagli": "details", "подробности": "details", "детали": "details", "详情": "details", "詳情": "details",
        "細節": "details", "详细信息": "details", "詳細": "details", "세부정보": "details",
        "rutas": "paths", "caminos": "paths", "chemins": "paths", "caminhos": "paths", "pfade": "paths",
        "percorsi": "paths", "пути": "paths", "路径": "paths", "路徑": "paths", "パス": "paths", "경로": "paths",
        "componentes": "components", "composants": "components", "komponenten": "components",
        "componenti": "components", "компоненты": "components", "组件": "components", "元件": "components",
        "コンポーネント": "components", "구성요소": "components",
        "excluir": "exclude", "exclure": "exclude", "ausschließen": "exclude", "escludere": "exclude",
        "исключить": "exclude", "排除": "exclude", "除外": "exclude",
        "valorespredeterminados": "defaults", "pardéfaut": "defaults", "默认值": "defaults", "поумолчанию": "defaults",
    ]

    /// Other names for the same thing.
    private static let synonyms: [String: [String]] = [
        "path": ["paths", "/"], "pathname": ["/"], "url": ["/"], "query": ["?"], "queryitems": ["?"],
        "parameters": ["?"], "fragment": ["#"], "hash": ["#"], "excludes": ["exclude"], "excluded": ["exclude"],
        "app": ["apps", "appID"], "appids": ["apps"], "applicationidentifier": ["appID"], "appidentifier": ["appID"],
        "applicationid": ["appID"], "bundleid": ["appID"], "variables": ["substitutionVariables"],
        "default": ["defaults"], "detail": ["details"], "component": ["components"], "appclip": ["appclips"],
        "universallinks": ["applinks"], "applink": ["applinks"], "deeplinks": ["applinks"],
        "webcredential": ["webcredentials"], "handoff": ["activitycontinuation"],
    ]
}

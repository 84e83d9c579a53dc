import Basics

enum KeySuggestion {
    enum Level: String, CaseIterable {
        case file = "the top level"
        case applinks = "applinks"
        case detail = "a details entry"
        case component = "a component"
        case defaults = "defaults"
        case appList = "a service"

        /// A phrase for the level, its keys, and the other levels at which an unknown key may have been intended.
        private var properties: (phrase: String, keys: [String], others: [Level]) {
            switch self {
            case .file: ("at the top level", AssociationService.allCases.map(\.rawValue), [.applinks])
            case .applinks: ("in `applinks`", AppLinks.keys, [.file, .detail, .component])
            case .detail: ("in a `details` entry", AppDetail.keys, [.component, .applinks, .file])
            case .component: ("in a component", ComponentFields.keys, [.detail])
            case .defaults: ("in `defaults`", ComponentFields.keys, [])
            case .appList: ("in a service", ["apps"], [])
            }
        }

        var phrase: String { properties.phrase }
        var keys: [String] { properties.keys }
        var others: [Level] { properties.others }
    }

    /// Returns the key that was probably intended by `key` at `level`; `nil` if there is none.
    ///
    /// The result includes the level at which the key belongs, unless it is `level`, and a sentence for a message.
    static func likely(for key: String, at level: Level) -> (key: String, otherLevel: Level?, note: String)? {
        // Comments are allowed everywhere, because no system reads them.
        let candidates = level.keys.filter { $0 != "comment" }
        let plain = normalised(key)
        guard !plain.isEmpty, !isComment(key) else { return nil }
        if let same = candidates.first(where: { normalised($0) == plain }) {
            return (same, nil, key.lowercased() == same.lowercased() ? " Keys are case-sensitive." : "")
        }
        if let translated = translations[plain], candidates.contains(translated) {
            return (translated, nil, " Keys are always English.")
        }
        if let synonym = synonyms[plain]?.first(where: candidates.contains) { return (synonym, nil, "") }
        for other in level.others {
            // Keys of one character must be written exactly.
            let same = other.keys.first { $0.isExactly(key) || ($0.count > 1 && normalised($0) == plain) }
            if let same { return (same, other, "") }
        }
        return Spelling.nearest(to: plain, among: candidates, normalised: normalised).map { ($0, nil, "") }
    }

    static func isComment(_ key: String) -> Bool {
        ["comment", "comments", "note", "notes", "//", "#comment", "$comment"].contains(normalised(key))
    }

    /// Returns the text of `value` in the format that `key` requires, with missing brackets added; `nil` if the value
    /// cannot be converted, or is too long to be shown.
    static func value(_ value: JSONValue, for key: String) -> String? {
        guard let source = QuotedText.whole(value) else { return nil }
        switch key {
        case "paths", "appIDs", "apps", "components", "details":
            if value.kind == .array { return source }
            let elementKind: JSONValue.Kind = key == "components" || key == "details" ? .object : .string
            return value.kind == elementKind ? "[\(source)]" : nil
        case "appID", "/", "#": return value.kind == .string ? source : nil
        case "?": return value.kind == .string || value.kind == .object ? source : nil
        case "exclude", "caseSensitive", "percentEncoded":
            if value.kind == .boolean { return source }
            let word = value.string?.lowercased()
            return word == "true" || word == "false" ? word : nil
        default: return value.kind == .object ? source : nil
        }
    }

    private static func normalised(_ key: String) -> String { Spelling.plain(key, without: "_-") }

    /// Machine translations of keys, in lower case and without spaces.
    private static let translations: [String: String] = Dictionary(
        uniqueKeysWithValues: [
            ("apps", "aplicaciones aplicativos applications anwendungen приложения 应用 應用 アプリ 앱"),
            ("details", "detalles détails detalhes einzelheiten dettagli подробности детали 详情 詳情 細節 详细信息 詳細 세부정보"),
            ("paths", "rutas caminos chemins caminhos pfade percorsi пути 路径 路徑 パス 경로"),
            ("components", "componentes composants komponenten componenti компоненты 组件 元件 コンポーネント 구성요소"),
            ("exclude", "excluir exclure ausschließen escludere исключить 排除 除外"),
            ("defaults", "valorespredeterminados pardéfaut 默认值 поумолчанию"),
        ].flatMap { key, words in words.split(separator: " ").map { (String($0), key) } })

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

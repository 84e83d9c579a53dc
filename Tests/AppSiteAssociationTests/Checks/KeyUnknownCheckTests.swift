import Findings
import Testing

@testable import AppSiteAssociation

struct KeyUnknownCheckTests {
    static let fixtures: [MarkedFile] = [
        MarkedFile(
            "{⟦warning key-unknown⟧\"appLinks\": {}, ⟦warning key-unknown⟧\"applink\": {}, ⟦info key-unknown⟧\"version\": 2}"
        ),
        MarkedFile(
            "{\"applinks\": {⟦warning key-unknown⟧\"apps \": [], ⟦warning key-unknown⟧\"detalles\": [], \"details\": [], ⟦info key-unknown⟧\"_note\": 1}}"
        ),
        MarkedFile("{\"applinks\": {⟦warning key-unknown⟧\"webcredentials\": {}, ⟦warning key-unknown⟧\"paths\": []}}"),
        .detail(
            "⟦warning key-unknown⟧\"rutas\": [], ⟦warning key-unknown⟧\"appId\": \"\", ⟦warning key-unknown⟧\"exclude\": true, ⟦info key-unknown⟧\"comment\": \"\""
        ),
        .detail(
            "⟦warning key-unknown⟧\"caseSensitive\": false, ⟦warning key-unknown⟧\"componentes\": [], ⟦warning key-unknown⟧\"app_ids\": []"
        ),
        .components(
            "{\"/\": \"/a\", ⟦warning key-unknown⟧\"casesensitive\": false, ⟦warning key-unknown⟧\"Exclude\": true, ⟦info key-unknown⟧\"comments\": \"\"}"
        ),
        .components(
            "{⟦warning key-unknown⟧\"path\": \"/a\", ⟦warning key-unknown⟧\"percentEncodde\": false, ⟦info key-unknown⟧\"id\": 1}"
        ),
        .components(
            "{\"/\": \"/a\"}",
            links:
                "\"defaults\": {⟦warning key-unknown⟧\"casesensitive\": true, \"comment\": \"\"}, ⟦warning key-unknown⟧\"variables\": {}"
        ),
        // A default value is harmless, and keys of another level are recognised in any case.
        .components(
            "{\"/\": \"/a\", ⟦info key-unknown⟧\"casesensitive\": true, ⟦info key-unknown⟧\"percentencoded\": true}"),
        .detail("⟦info key-unknown⟧\"casesensitive\": true"),
        .detail("⟦warning key-unknown⟧\"casesensitive\": false"),
        MarkedFile(
            "{\"webcredentials\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\"], ⟦info key-unknown⟧\"details\": []}}"),
        // Names of items and variables are arbitrary, and the content of unknown keys is not checked.
        .components(
            "{\"?\": {\"rutas\": \"1\"}}",
            links: "\"substitutionVariables\": {\"rutas\": []}, ⟦info key-unknown⟧\"x\": {\"y\": {}}"),
    ]

    @Test func harmlessKeysAreReportedAsHarmless() throws {
        let file = MarkedFile("{\"comment\": 1, \"webcredentials\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\"]}}")
        #expect(
            file.findings.map(\.message) == [
                "Unknown key \"comment\" at the top level; it is ignored like any comment, which is harmless."
            ])
    }

    @Test(arguments: fixtures)
    func unknownKeysAreFoundWithTheIntendedKey(fixture: MarkedFile) { fixture.check(.keyUnknown) }

    static let guesses: [(String, KeySuggestion.Level, String?)] = [
        ("detalles", .applinks, "details"), ("рутас", .detail, nil), ("rutas", .detail, "paths"),
        ("Paths ", .detail, "paths"), ("path", .detail, "paths"), ("path", .component, "/"), ("query", .component, "?"),
        ("caseSensetive", .component, "caseSensitive"), ("webCredentials", .file, "webcredentials"),
        ("details", .file, "details"), ("name", .detail, nil), ("", .detail, nil), ("apis", .appList, "apps"),
        ("comments", .component, nil), ("priority", .component, nil), ("version", .file, nil),
    ]

    @Test(arguments: guesses)
    func theIntendedKeyIsGuessed(key: String, level: KeySuggestion.Level, meant: String?) {
        #expect(KeySuggestion.likely(for: key, at: level)?.key == meant)
    }
}

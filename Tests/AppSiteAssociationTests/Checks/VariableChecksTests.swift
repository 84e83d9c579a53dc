import Findings
import Testing

@testable import AppSiteAssociation

struct VariableChecksTests {
    static let fixtures: [MarkedFile] = [
        .components(
            "{\"/\": \"/$(food)/$(digit)\"}", links: "\"substitutionVariables\": {\"food\": [\"pizza\", \"a*\", \"\"]}"),
        .components("{\"/\": ⟦error variable-undefined⟧\"/$(food)\"}"),
        .components(
            "{\"/\": ⟦error variable-undefined⟧\"/$(Food)\"}",
            links: "\"substitutionVariables\": {⟦info variable-unused⟧\"food\": [\"a\"]}"),
        .components("{\"?\": {\"a\": ⟦error variable-undefined⟧\"$(food\"}}"),
        .components(
            "{\"#\": \"x\"}, {\"#\": \"y\"}", links: "\"defaults\": {\"/\": ⟦error variable-undefined⟧\"/$(food)\"}"),
        .components("{\"/\": \"/a\"}", links: "\"substitutionVariables\": ⟦error variable-malformed⟧[]"),
        // An invalid variable is reported at its definition, not at its use.
        .components(
            "{\"/\": \"/$(food)\"}", links: "\"substitutionVariables\": {\"food\": ⟦error variable-malformed⟧\"pizza\"}"
        ),
        .components(
            "{\"/\": \"/$(food)\"}",
            links: "\"substitutionVariables\": {\"food\": [\"a\", ⟦warning variable-malformed⟧1]}"),
        .components(
            "{\"/\": \"/a\"}",
            links: "\"substitutionVariables\": {⟦error variable-malformed⟧⟦info variable-unused⟧\"$(food)\": [\"a\"]}"),
        .components(
            "{\"/\": \"/$(food)\"}",
            links: "\"substitutionVariables\": {\"food\": [\"a\", ⟦error variable-recursive⟧\"$(digit)\"]}"),
        .components(
            "{\"/\": \"/$(digit)\"}",
            links: "\"substitutionVariables\": {⟦warning variable-shadows-predefined⟧\"digit\": [\"a\"]}"),
        .components("{\"/\": \"/a\"}", links: "\"substitutionVariables\": {⟦info variable-unused⟧\"food\": [\"a\"]}"),
        .paths("⟦warning variable-in-paths⟧\"/$(lang)/*\", \"/$1\""),
    ]

    @Test(arguments: fixtures)
    func variablesAreChecked(fixture: MarkedFile) {
        fixture.check(
            .variableUndefined, .variableMalformed, .variableRecursive, .variableUnused, .variableShadowsPredefined,
            .variableInPaths, .ruleNeverMatches, .ruleUnreachable)
    }

    @Test func theIntendedNameIsProposed() {
        let fixture = MarkedFile.components("{\"/\": \"/$(diggit)\"}")
        #expect(fixture.findings.contains { $0.remedy.contains("Write $(digit)") })
    }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    /// The codes about substitution variables, `$(name)`.
    static let fileVariableCodes: [FindingCode] = [
        .variableUndefined, .variableMalformed, .variableRecursive, .variableUnused, .variableShadowsPredefined,
        .variableInPaths,
    ]

    public static let variableUndefined = FindingCode(
        "variable-undefined", .file, .error,
        title: "A rule uses a variable that is not defined",
        action: "Define the variable, or correct the rule that uses it",
        meaning: """
            The rule contains a $(name) that neither the file's "substitutionVariables" nor Apple's systems define, or \
            that lacks its closing parenthesis. Names are case-sensitive.
            """,
        impact: """
            The rule probably matches no URL. Links that it should open in the app open the browser instead, and links \
            that it should exclude are not excluded.
            """,
        remedy: """
            Ask the file's maintainers to define the variable in "substitutionVariables", or to correct its name.
            """,
        source: "Apple, applinks reference (substitutionVariables); rule variables.undefined")

    public static let variableMalformed = FindingCode(
        "variable-malformed", .file, .error,
        title: "A variable has the wrong type",
        action: "Correct the definition of the variable",
        meaning: """
            A variable is a name without $, ( and ), with an array of strings as its value. This one has a different \
            form.
            """,
        impact: "Rules with the variable probably do not match, so their links open the browser instead of the app.",
        remedy: "Ask the file's maintainers to correct the variable: \"name\": [\"value\", \"value\"].",
        source: "Apple, applinks reference (substitutionVariables)")

    public static let variableRecursive = FindingCode(
        "variable-recursive", .file, .error,
        title: "A variable refers to another variable",
        action: "Remove the reference to another variable",
        meaning: "A value of the variable contains $(. Values of variables must not refer to variables.",
        impact: "The value is ignored. Links that only match through this value open the browser instead of the app.",
        remedy: "Ask the file's maintainers to write the values in full, or to use both variables in the rule itself.",
        source: "Apple, applinks reference (substitutionVariables)")

    public static let variableUnused = FindingCode(
        "variable-unused", .file, .info,
        title: "A variable is defined but not used",
        action: "Remove the unused variable, or correct its spelling",
        meaning: "No rule in the file uses this variable.",
        impact: "None, unless a rule was meant to use it and misspells its name.",
        remedy: "No action is needed. Ask the file's maintainers whether it is a leftover or a misspelling.",
        source: "Apple, applinks reference (substitutionVariables)")

    public static let variableShadowsPredefined = FindingCode(
        "variable-shadows-predefined", .file, .warning,
        title: "A variable has the name of a predefined one",
        action: "Rename the variable",
        meaning: """
            Apple's systems already define alpha, upper, lower, alnum, digit, xdigit, region and lang. It is not \
            documented whether they use the file's definition or their own.
            """,
        impact: "Rules that use the variable may match URLs other than those intended, on some systems or on all.",
        remedy: "Ask the file's maintainers to give the variable another name.",
        source: "Apple, applinks reference (substitutionVariables); rule variables.shadowing")

    public static let variableInPaths = FindingCode(
        "variable-in-paths", .file, .warning,
        title: "A variable is used in \"paths\"",
        action: "Move the rule to \"components\", or write out its variants",
        meaning: "Variables are documented for \"components\" only. In \"paths\", $(name) is probably ordinary text.",
        impact: "The rule probably does not match the URLs that were meant; they open the browser instead of the app.",
        remedy: """
            Ask the file's maintainers to move the rule to "components", or to write out its variants in "paths".
            """,
        source: "Apple, applinks reference (substitutionVariables); rule variables.not-in-paths")
}

/// One check of a file's content: it looks at one thing and tells what it found.
protocol ContentCheck: Sendable {
    /// Adds what it found in `file` to `report`.
    ///
    /// Checks run in the order of ``ContentChecks/all``; a check that finds the cause of something marks the value as broken,
    /// so that later ones do not report what follows from it.
    func check(_ file: CheckedFile, into report: inout FindingReport)
}

/// Every content check.
enum ContentChecks {
    /// The checks in the order in which they run: causes before what follows from them.
    static let all: [any ContentCheck] = [
        JSONDuplicateKeyCheck(),
        ServiceNoneCheck(),
        ServiceMalformedCheck(),
        DetailsCheck(),
        KeyUnknownCheck(),
        ApplinksAppsCheck(),
        AppIDFormCheck(),
        AppIDMissingCheck(),
        AppIDSimilarCheck(),
        AppIDDuplicateCheck(),
        DetailAppIDsDisagreeCheck(),
        DetailFormsCheck(),
        RuleMalformedCheck(),
        DetailRulesMissingCheck(),
        RuleWidenedCheck(),
        DefaultsNarrowRulesCheck(),
        VariableMalformedCheck(),
        VariableRecursiveCheck(),
        VariableShadowsPredefinedCheck(),
        VariableUndefinedCheck(),
        VariableUnusedCheck(),
        VariableInPathsCheck(),
        RuleNotPrefixMalformedCheck(),
        RuleNeverMatchesCheck(),
        RuleMissesLinksCheck(),
        RuleHostInPathCheck(),
        RulesOnlyExcludeCheck(),
        RuleHomePageOnlyCheck(),
        RuleUnreachableCheck(),
        RulePartlyUnreachableCheck(),
        RuleLooseCheck(),
        RuleSlashMissingCheck(),
        RuleMatchesEverythingCheck(),
        DetailFormsDisagreeCheck(),
    ]
}

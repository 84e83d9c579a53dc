protocol ContentCheck: Sendable {
    /// Adds the findings about `file`; marks a value as broken if later checks must not report the consequences.
    func check(_ file: CheckedFile, into report: inout FindingReport)
}

enum ContentChecks {
    /// The checks in the order in which they run: causes before consequences.
    static let all: [any ContentCheck] = [
        JSONDuplicateKeyCheck(),
        ServiceNoneCheck(),
        ServiceMalformedCheck(),
        DetailsCheck(),
        KeyUnknownCheck(),
        ApplinksAppsCheck(),
        AppIDFormCheck(),
        AppIDSimilarCheck(),
        AppIDDuplicateCheck(),
        DetailAppIDsDisagreeCheck(),
        DetailFormsCheck(),
        RuleMalformedCheck(),
        DetailRulesMissingCheck(),
        RuleWidenedCheck(),
        DefaultsNarrowRulesCheck(),
        VariableDefinitionCheck(),
        VariableUndefinedCheck(),
        VariableInPathsCheck(),
        RuleNotPrefixMalformedCheck(),
        RuleFaultCheck(),
        RuleHostInPathCheck(),
        RulesOpenTooLittleCheck(),
        RuleUnreachableCheck(),
        RulePartlyUnreachableCheck(),
        RuleLooseCheck(),
        RuleSlashMissingCheck(),
        RuleMatchesEverythingCheck(),
        DetailFormsDisagreeCheck(),
    ]
}

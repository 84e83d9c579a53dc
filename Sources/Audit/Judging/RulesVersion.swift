extension Judge {
    /// The version of the rules: it changes when the same observation can lead to other findings or verdicts.
    public static let rulesVersion = "2026.6"
}

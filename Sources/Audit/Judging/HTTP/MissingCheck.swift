/// Checks for responses that report that nothing exists (404, 410); their meaning depends on both locations.
///
/// Rule: transport.status-missing
struct MissingCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 404 || response.status == 410 else { return nil }
        return Cause(stage: .status, outcome: .missing, finding: nil)
    }
}

/// Answers that say that nothing is there (404, 410); what that means takes both locations.
///
/// Rule: transport.status-missing
struct MissingCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 404 || response.status == 410 else { return nil }
        return Cause(stage: .status, outcome: .missing, finding: nil)
    }
}

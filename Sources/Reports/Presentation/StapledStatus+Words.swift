import Transport

extension StapledStatus {
    var words: String {
        switch self {
        case .good: "not revoked, according to the stapled response"
        case .revoked: "revoked, according to the stapled response"
        case .unknown: "unknown, according to the stapled response"
        case .unusable: "not checked: the stapled response is unreadable, outdated or not verified"
        }
    }
}

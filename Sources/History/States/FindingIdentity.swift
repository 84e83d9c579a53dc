import Findings

/// What makes a finding the same finding in two runs.
///
/// Texts change from night to night ("12 days left"), and the place in a file moves when something is added above it. So
/// findings of one code at one location are paired: first those that agree in everything, then those with the same text,
/// then those at the same place of the file.
struct FindingIdentity: Hashable {
    var code: FindingCode
    var location: FindingLocation
    var pointer: String?
    var message: String

    init(code: FindingCode, location: FindingLocation, pointer: String?, message: String) {
        self.code = code
        self.location = location
        self.pointer = pointer
        self.message = message
    }

    /// The identity of a finding whose texts are given as they are stored.
    init(code: FindingCode, location: FindingLocation, storedPointer: String?, message: String) {
        self.init(
            code: code, location: location, pointer: storedPointer.map(StoredText.decode),
            message: StoredText.decode(message))
    }

    init(_ finding: Finding) {
        self.init(
            code: finding.code, location: finding.location, pointer: finding.pointer, message: finding.message)
    }

    /// For each of `new` the place in `old` of the finding that it is; each of `old` is used once.
    static func pair(_ new: [FindingIdentity], with old: [FindingIdentity]) -> [Int?] {
        var result = [Int?](repeating: nil, count: new.count)
        guard !old.isEmpty, !new.isEmpty else { return result }
        if new == old { return Array(new.indices) }
        var isUsed = [Bool](repeating: false, count: old.count)
        let views: [(FindingIdentity) -> FindingIdentity] = [
            { $0 },
            { FindingIdentity(code: $0.code, location: $0.location, pointer: nil, message: $0.message) },
            { FindingIdentity(code: $0.code, location: $0.location, pointer: $0.pointer, message: "") },
        ]
        for view in views {
            var places: [FindingIdentity: [Int]] = [:]
            for place in old.indices.reversed() where !isUsed[place] {
                places[view(old[place]), default: []].append(place)
            }
            guard !places.isEmpty else { break }
            for index in new.indices where result[index] == nil {
                guard let place = places[view(new[index])]?.popLast() else { continue }
                result[index] = place
                isUsed[place] = true
            }
        }
        return result
    }
}

import Findings

enum EvidenceWords {
    /// The labels of keys whose names are unclear to readers.
    private static let labels = [
        "age": "age of the copy", "alsoAt": "same result at", "alsoWrong": "further problems", "appIDs": "apps",
        "appsOfService": "apps that the file lists", "cdnStatus": "Apple's CDN returned",
        "crossHost": "redirects to another host", "detail": "technical detail", "earlier": "decided by",
        "failureDetail": "detail given by Apple's CDN", "failureReason": "reason given by Apple's CDN",
        "finalProblem": "finding at the destination", "finalStatus": "status at the destination",
        "firewallSign": "firewall recognized by", "maxAge": "the CDN may keep it for", "namedFor": "listed for",
        "otherDomainsUnanswered": "other domains that timed out at this address", "phase": "stopped during",
        "systems": "affected systems", "text": "as written", "toHTTP": "redirects to plain http",
        "verificationText": "verification error", "wireBytes": "bytes received",
    ]

    private static let places = [
        "wellKnown": "/.well-known/apple-app-site-association", "root": "/apple-app-site-association",
        "cdn": "Apple's CDN", "server": "the server",
    ]

    /// Returns the label of a key, such as `first byte ms` for `firstByteMs`.
    static func label(of key: String) -> String {
        if let label = labels[key] { return label }
        var words = ""
        for (before, character) in zip(" " + key, key) {
            if character.isUppercase, before.isLowercase || before.isNumber { words += " " }
            words.append(character)
        }
        // Only the words of camel case are lowercased; abbreviations such as HTTP are kept.
        return words.split(separator: " ").map {
            $0.dropFirst().contains(where: \.isUppercase) ? String($0) : $0.lowercased()
        }.joined(separator: " ")
    }

    /// Returns a value without a unit; an ellipsis for a value that contains others.
    static func text(_ value: EvidenceValue) -> String {
        switch value {
        case .null: "none"
        case .boolean(let flag): flag ? "yes" : "no"
        case .integer(let number): String(number)
        case .number(let number): number.isFinite && abs(number) < 1e12 ? number.roundedToTenths : "not known"
        case .string(let text): text
        case .array, .object: "…"
        }
    }

    /// Returns a value with a unit, and the key without its suffix `Ms` or `Seconds`; `nil` for other keys and values.
    static func duration(_ value: EvidenceValue, of key: String) -> (key: String, duration: String)? {
        switch value {
        case .integer(let number) where key.hasSuffix("Ms"):
            (String(key.dropLast(2)), RelativeTime.duration(Double(number)))
        case .number(let number) where key.hasSuffix("Ms"): (String(key.dropLast(2)), RelativeTime.duration(number))
        case .integer(let number) where key.hasSuffix("Seconds"):
            (String(key.dropLast(7)), RelativeTime.span(seconds: Double(number)))
        default: nil
        }
    }

    /// Returns the value of a key without a unit; if the key ends with `At`, the value is the location of a file.
    static func text(_ value: EvidenceValue, of key: String) -> String {
        let text = text(value)
        return key.hasSuffix("At") ? places[text] ?? text : text
    }
}

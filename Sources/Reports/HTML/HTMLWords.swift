import Audit
import Basics

/// Labels and other short texts of the HTML report.
enum HTMLWords {
    static func outcome(_ location: LocationReport) -> String {
        switch location.outcome {
        case .served: "serves the file"
        case .missing: "no file"
        case .redirected: "redirects to another address"
        case .refused: "refuses the request"
        case .unusable: "responds without a usable file"
        case .failed: "no complete response"
        case .notTried: "not requested"
        }
    }

    static func size(_ bytes: Int) -> String {
        bytes < 10_000 ? "\(bytes) bytes" : "\(Phrase.number(bytes)) bytes (\((bytes + 512) / 1024) KiB)"
    }

    /// Splits a name into the host and the following port.
    ///
    /// The port of a host that is written from right to left must not be displayed as the beginning of the host.
    static func nameParts(_ name: String) -> (host: String, port: String) {
        guard let colon = name.lastIndex(of: ":"), colon > name.startIndex,
            name[..<colon].first == "[" || !name[..<colon].contains(":"),
            (1...5).contains(name[colon...].dropFirst().count),
            name[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return (name, "") }
        return (String(name[..<colon]), String(name[colon...]))
    }
}

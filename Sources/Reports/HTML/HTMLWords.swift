import Audit
import Basics
import Findings
import Transport

/// The texts of the HTML report for enumeration cases.
enum HTMLWords {
    static func label(_ severity: Severity) -> String {
        switch severity {
        case .error: "Error"
        case .warning: "Warning"
        case .info: "Note"
        }
    }

    static func outcome(_ location: LocationReport) -> String {
        switch location.outcome {
        case .served: "serves the file"
        case .missing: "no file here"
        case .redirected: "redirects elsewhere"
        case .refused: "refuses the request"
        case .unusable: "responds without a usable file"
        case .failed: "no complete response"
        case .notTried: "not requested"
        }
    }

    static func size(_ bytes: Int) -> String {
        bytes < 10_000 ? "\(bytes) bytes" : "\(Phrase.number(bytes)) bytes (\((bytes + 512) / 1024) KiB)"
    }
}

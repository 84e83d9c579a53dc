import Foundation

/// A readable form of a metrics file.
enum MetricsText {
    /// Returns the samples of a metrics file by name and labels, in order; times are readable, and the status of a
    /// domain is a value.
    private static func samples(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            guard let space = line.lastIndex(of: " ") else { return nil }
            let (name, value) = (String(line[..<space]), String(line[line.index(after: space)...]))
            if let status = name.firstMatch(of: /^(aasa_audit_domain_status\{.*),status="(.*)"\}$/), value == "1" {
                return ("\(status.output.1)}", String(status.output.2))
            }
            guard name.contains("_timestamp_seconds"), let seconds = Double(value), seconds > 0 else {
                return (name, value)
            }
            let date = Date(timeIntervalSince1970: seconds)
            return (name, PlayDates.formatter("yyyy-MM-dd HH:mm 'UTC'").string(from: date))
        }
    }

    /// Returns the content of a metrics file that the earlier one does not contain.
    static func changes(_ before: String?, _ after: String) -> String {
        let new = samples(after)
        guard let before else {
            let zero = new.count { $0.value == "0" }
            return new.filter { $0.value != "0" }.map { "\($0.name): \($0.value)\n" }.joined()
                + "and \(zero) samples that are 0\n"
        }
        let old = samples(before)
        let values = Dictionary(old) { $1 }
        let names = Set(new.map(\.name))
        let changed = new.compactMap { name, value -> String? in
            guard values[name] != value else { return nil }
            return "\(name): \(values[name].map { "\($0) → " } ?? "new: ")\(value)\n"
        }
        let gone = old.filter { !names.contains($0.name) }.map { "\($0.name): removed (was \($0.value))\n" }
        return (changed + gone).joined()
    }
}

package enum Phrase {
    /// Returns a number with its noun, such as `1 day` or `3 days`; `plural` is by default the noun with an `s`.
    package static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number(count)) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// Returns a number for sentences and tables, such as `12,000`.
    package static func number(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// Returns a list such as `a, b and 5 more` with up to `limit` items.
    ///
    /// If `items` contains only the first items of a longer list, `total` is the length of that list.
    package static func list(
        _ items: [String], _ conjunction: String = "and", limit: Int = .max, of total: Int = 0
    ) -> String {
        guard items.count > 1 else { return items.first ?? "" }
        let hidden = items.count > limit ? max(total, items.count) - limit : 0
        let shown = hidden > 0 ? items.prefix(limit) + ["\(number(hidden)) more"] : items[...]
        return shown.dropLast().joined(separator: ", ") + " \(conjunction) " + (shown.last ?? "")
    }

    package static func capitalized(_ text: some StringProtocol) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Returns `text` with a lower-case first letter, unless it begins with “Apple” or an abbreviation.
    package static func lowered(_ text: String) -> String {
        text.hasPrefix("Apple") || text.dropFirst().first?.isUppercase == true
            ? text : text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Returns `text` as a sentence, with a capital first letter and a full stop.
    package static func sentence(_ text: String) -> String {
        text.isEmpty ? text : capitalized(text) + (text.hasSuffix(".") ? "" : ".")
    }

    /// Returns `text` without a full stop at its end.
    package static func clause(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    /// Returns `text` in lines of at most `width` characters, or one longer word; `hanging` indents all but the first.
    package static func lines(of text: String, width: Int, indent: String = "", hanging: String? = nil) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = (hanging ?? indent) + word
            } else {
                line += line.isEmpty ? indent + word : " \(word)"
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}

import Findings

/// `details-missing`, `details-malformed` and `details-legacy-dictionary`: the shape of `details`.
/// Documented as details.array, details.dictionary
struct DetailsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.content.appLinks else { return }
        guard let source = appLinks.detailsSource else {
            if let key = Self.misspeltKey(in: appLinks) {
                addMisspelt(key, into: &report)
            } else {
                report.add(
                    .detailsMissing, at: appLinks.source,
                    message: "`applinks` has no \"details\", so no app opens links of this domain.")
            }
            return
        }
        guard source.kind == .array || source.kind == .object else {
            report.add(
                .detailsMalformed, at: source,
                message: "\"details\" is \(source.kind.described), not an array of objects.",
                evidence: ["text": .source(source)])
            return
        }
        guard source.count > 0 else {
            report.add(
                .detailsMissing, at: source, message: "\"details\" is empty, so no app opens links of this domain.")
            return
        }
        if source.kind == .object { addDictionary(appLinks, source, into: &report) }
        guard !report.isBroken(source) else { return }
        for ignored in appLinks.ignored where ignored.isOfWrongKind && ignored.value.parent?.index == source.index {
            report.add(.detailsMalformed, at: ignored.value) {
                .ignored("A `details` entry", ignored.value, expected: "an object")
            }
        }
    }

    private static func misspeltKey(in appLinks: AppLinks) -> JSONValue? {
        let keys = appLinks.ignored.filter { $0.reason == .unknownKey }.compactMap(\.value.member?.key)
        return keys.first { key in
            let likely = KeySuggestion.likely(for: key.string ?? "", at: .applinks)
            return likely?.key == "details" && likely?.otherLevel == nil
        }
    }

    /// Reports a misspelt `details`, which is a mistake, unlike a file that intentionally lists no apps.
    private func addMisspelt(_ key: JSONValue, into report: inout FindingReport) {
        report.markBroken(key)
        let name = key.string ?? ""
        report.add(
            .detailsMissing, at: key, severity: .error,
            message: "Unknown key \(QuotedText.json(name)) in `applinks`, which has no \"details\": did you mean "
                + "\"details\"? No link opens an app.",
            impact: "Links of this domain open the browser instead of an app on every Apple system.",
            remedy: "Ask the file's maintainers to write \"details\" instead of \(QuotedText.json(name)).",
            evidence: ["key": .capped(name)])
    }

    private func addDictionary(_ appLinks: AppLinks, _ source: JSONValue, into report: inout FindingReport) {
        // A single entry in braces instead of brackets is a mistake, not the format of 2015.
        let keysOfEntry = ["appID", "appIDs", "paths", "components"]
        if source.members?.contains(where: { keysOfEntry.contains(where: $0.hasName) }) == true {
            report.markBroken(source)
            for detail in appLinks.details { report.markBroken(detail.source) }
            report.add(
                .detailsMalformed, at: source,
                message:
                    "\"details\" is a single entry, not an array of entries: its keys are read as app identifiers.",
                fix: Fix(
                    QuotedText.whole(source).map { "Write \"details\": [ \($0) ]." }
                        ?? "Put square brackets around the entry: \"details\": [ { … } ].",
                    [.write("[\(source.text)]", over: source.index)]),
                evidence: ["text": .source(source)])
            return
        }
        report.add(.detailsLegacyDictionary, at: source) {
            let apps = appLinks.details.prefix(5).compactMap { $0.apps.first?.identifier.text }
            return .init(
                message: "\"details\" is an object with app identifiers as keys, which is the obsolete format of 2015.",
                // The systems that read the app from the key do not support "appIDs".
                fix: apps.first.map {
                    Fix(
                        "Write \"details\": [ { \"appID\": \(QuotedText.json($0)), … } ], with one entry for each app.",
                        [.write(Self.array(for: source), over: source.index)])
                },
                evidence: ["apps": .strings(apps.map { QuotedText.capped($0) })])
        }
    }

    private static func array(for dictionary: JSONValue) -> String {
        let entries = dictionary.members?.effective.compactMap { member -> String? in
            guard let members = member.value.members else { return nil }
            let others = members.filter { !["appID", "appIDs"].contains($0.name) }
                .map { "\($0.key.text): \($0.value.text)" }
            return "{ \((["\"appID\": \(member.key.text)"] + others).joined(separator: ", ")) }"
        }
        return "[\(entries?.joined(separator: ", ") ?? "")]"
    }
}

/// The columns of a CSV list: which ones are understood, and which are carried along.
struct ListColumns {
    private let names: [String]
    private let domain: Int

    /// Reads a header; `nil` when it has no `domain` column.
    init?(_ names: [String]) {
        guard let domain = names.firstIndex(where: { $0.lowercased() == "domain" }) else { return nil }
        self.names = names
        self.domain = domain
    }

    /// The row of a record; missing fields are empty.
    func target(_ fields: [String]) -> TargetEntry {
        var entry = TargetEntry(domain < fields.count ? fields[domain] : "")
        guard case .success(var target) = entry.result else { return entry }
        for (index, name) in names.enumerated() where index != domain && index < fields.count {
            let value = fields[index]
            guard !value.isEmpty else { continue }
            switch name.lowercased() {
            case "owner": target.owner = value
            case "contact": target.contact = value
            case "team": target.team = value
            case "tags": target.tags = Self.list(value)
            case "expected_app_ids": Self.expect(Self.list(value), of: &target)
            default: target.columns.append(TargetColumn(name: name, value: value))
            }
        }
        entry.result = .success(target)
        return entry
    }

    /// An identifier that no app can have is told rather than left out.
    private static func expect(_ apps: [String], of target: inout Target) {
        for text in apps {
            do throws(SettingError) {
                let app = try Expectations.App(text)
                target.expectations = target.expectations ?? Expectations()
                target.expectations?.add(Expectations(apps: [app]))
            } catch {
                target.notes.append("an app of expected_app_ids was left out: \(error)")
            }
        }
    }

    /// Several values in one field, separated by `;`.
    private static func list(_ value: String) -> [String] {
        value.split(separator: ";").map { $0.trimming { $0 == " " } }.filter { !$0.isEmpty }
    }
}

extension Substring {
    fileprivate func trimming(_ isBlank: (Character) -> Bool) -> String {
        var text = self
        while let first = text.first, isBlank(first) { text = text.dropFirst() }
        while let last = text.last, isBlank(last) { text = text.dropLast() }
        return String(text)
    }
}

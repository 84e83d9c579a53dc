import Basics

/// The columns of a CSV list: known columns, and others that are copied to reports.
package struct ListColumns {
    /// The columns that are interpreted, in addition to the domain.
    package static let interpreted = ["owner", "contact", "team", "tags", "expected_app_ids"]

    let delimiter: UInt8
    private let names: [String]
    private let domainIndex: Int

    private init?(_ names: [String], delimiter: UInt8) {
        guard let domainIndex = names.firstIndex(where: { $0.lowercased() == "domain" }) else { return nil }
        self.delimiter = delimiter
        self.names = names
        self.domainIndex = domainIndex
    }

    /// Names that users may give to the domain column by mistake.
    private static let otherNames: Set<String> = [
        "domains", "host", "hosts", "hostname", "host name", "host_name", "fqdn", "site", "website", "url", "name",
        "domain name", "domain_name",
    ]

    /// Parses the first line of a list; `nil` if the line is not the header of a CSV file.
    ///
    /// A `#` can begin a comment, or the name of any column but the first.
    ///
    /// - Throws: An error if the domain column has an unknown name, because each row would then be an invalid target.
    init?(header line: [UInt8], of path: String) throws(ListError) {
        var otherName: String?
        for delimiter in CSVRecord.delimiters {
            let fieldsOfLine = CSVRecord.fields(line, delimiter: delimiter)
            // `nil` if the `#` is in a quoted field, where it begins no comment.
            let fieldsBeforeComment = CSVRecord.fields(Array(ListReader.withoutComment(line)), delimiter: delimiter)
            guard let names = fieldsBeforeComment ?? fieldsOfLine else { continue }
            // With several columns, a `#` is first read as part of a name, and as a comment only if that fails.
            let headers = names.count > 1 ? [fieldsOfLine, names] : [names]
            if let columns = headers.firstResult({ $0.flatMap { Self($0, delimiter: delimiter) } }) {
                self = columns
                return
            }
            // A field with a dot, or the only field of the line, may be a target.
            guard names.count > 1, !names.contains(where: { $0.contains(".") }) else { continue }
            otherName = otherName ?? names.first { Self.otherNames.contains($0.lowercased()) }
        }
        if let otherName { throw .noDomainColumn(path: path, found: otherName) }
        return nil
    }

    /// Returns the entry for a record; missing fields are empty, and reading as ISO 8859-1 is noted in the target.
    func entry(_ fields: [String], asLatin1 isLatin1: Bool) -> TargetEntry {
        var entry = TargetEntry(domainIndex < fields.count ? fields[domainIndex] : "")
        guard case .success(var target) = entry.result else { return entry }
        if isLatin1 {
            target.notes.append("its row of the list is not UTF-8; it was read as ISO 8859-1 (save the list as UTF-8)")
        }
        for (index, (name, value)) in zip(names, fields).enumerated() where index != domainIndex && !value.isEmpty {
            switch name.lowercased() {
            case "owner": target.people.owner = value
            case "contact": target.people.contact = value
            case "team": target.people.team = value
            case "tags": target.people.tags = Self.list(value)
            case "expected_app_ids": Self.expect(Self.list(value), of: &target)
            default: target.columns.append(TargetColumn(name: name, value: value))
            }
        }
        entry.result = .success(target)
        return entry
    }

    /// Adds expected apps, or a note for an invalid identifier.
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

    /// Splits a field into values separated by `;`.
    private static func list(_ value: String) -> [String] {
        value.split(separator: ";").map { String($0.trimming { $0 == " " }) }.filter { !$0.isEmpty }
    }
}

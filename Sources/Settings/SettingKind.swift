import Audit
import Findings
import Records
import Reports
import Transport

/// A type of settings: the form of their values, and the functions that read and write values.
struct SettingKind<Value: Sendable>: Sendable {
    var form = SettingForm.text
    /// The suffix of the name in a report, such as `Ms` for milliseconds.
    var unit = ""
    var count = SettingEntry.Count.one
    let read: @Sendable (String) throws -> Value
    var write: @Sendable (Value) -> String = { "\($0)" }
    /// Converts a value for reports, without anything secret.
    var reportedValue: @Sendable (Value) -> EvidenceValue = { .string("\($0)") }
    /// Converts a path that is relative to the folder of the file into one that is relative to the working folder.
    var rebase: @Sendable (String, ConfigurationFolder) throws -> String = { text, _ in text }
}

enum Kind {
    static let text = SettingKind<String>(read: { $0 })
    static let path = SettingKind<String>(read: { $0 }, rebase: { $1.path($0) })
    static let boolean = SettingKind<Bool>(form: .boolean, read: SettingReader.boolean, reportedValue: { .boolean($0) })

    static func integer(_ range: ClosedRange<Int>) -> SettingKind<Int> {
        SettingKind(
            form: .number(range), read: { try SettingReader.integer($0, in: range) }, reportedValue: { .integer($0) })
    }

    static func choice<Choice: RawRepresentable<String> & Sendable>(of choices: [Choice]) -> SettingKind<Choice> {
        let names = choices.map(\.rawValue)
        return SettingKind(
            form: .choice(names),
            read: { text in
                guard names.contains(text), let choice = Choice(rawValue: text) else {
                    throw SettingError(text, "was found", expected: "expected one of: \(names.joined(separator: ", "))")
                }
                return choice
            },
            write: \.rawValue, reportedValue: { .string($0.rawValue) })
    }

    static let duration = SettingKind<Duration>(
        form: .duration, unit: "Ms", read: SettingReader.duration,
        write: { time in
            let days = time / .seconds(86_400)
            return days >= 1 && days == days.rounded() ? "\(Int(days))d" : "\(Int(time / .seconds(1)))s"
        },
        reportedValue: { .number($0 / .milliseconds(1)) })

    static let runLimit = SettingKind<RunLimit>(form: .runLimit, read: SettingReader.runLimit)
    static let shard = SettingKind<Shard>(read: { try Shard($0) })
    static let output = SettingKind<OutputRequest>(read: { try OutputRequest($0) }, rebase: { try $1.output($0) })

    static let expectedApp = SettingKind<Expectations.App>(
        read: { try Expectations.App($0) }, reportedValue: { .string($0.shortText) })

    static let expectedLink = SettingKind<ExpectedLink>(read: { try ExpectedLink($0) })

    static let proxy = SettingKind<String>(
        read: SettingReader.proxy, reportedValue: { .string((try? ProxyURL($0))?.description ?? "***") })

    static let header = SettingKind<HeaderField>(read: SettingReader.header, reportedValue: { .string($0.name) })

    static let resolve = SettingKind<ResolveOverride>(
        read: SettingReader.resolveOverride,
        reportedValue: {
            .string("\(DomainID.bracketed($0.host)):\($0.port):\($0.addresses.joined(separator: ","))")
        })

    static let connectTo = SettingKind<ConnectToOverride>(
        read: SettingReader.connectToOverride,
        reportedValue: { mapping in
            let parts = [(mapping.host, mapping.port), (mapping.targetHost, mapping.targetPort)]
            return .string(
                parts.map { "\(DomainID.bracketed($0)):\($1.map(String.init) ?? "")" }.joined(separator: ":"))
        })

    static let nameServers = SettingKind<[String]>(
        count: .joined, read: SettingReader.nameServers, reportedValue: { .strings($0) })
}

package import Audit
package import Findings

/// The content of a configuration file.
///
/// The file is read only if the user names it: a file in an untrusted folder must not be able to set a proxy or an output.
package struct Configuration: Sendable {
    /// The file as the user named it.
    package let path: String
    /// The settings that flags and environment have, too.
    package internal(set) var settings = FileSettings()
    /// The domains, in order.
    package internal(set) var domains: [TargetEntry] = []
    /// The rules for the owners of the domains of patterns, in order.
    package internal(set) var owners: [OwnerRule] = []
    /// The waivers, in order.
    package internal(set) var waivers = WaiverList()
    /// The severities that stand in for those of the catalogue.
    package internal(set) var severities: [FindingCode: Severity] = [:]

    /// The webhooks of teams, in order.
    package internal(set) var webhooks: [TeamWebhook] = []

    /// The keys of the outermost level that are no settings.
    static let groups = FileKey.groups.map(\.name)
    /// Those of them that a file may have which another one includes.
    static let sharedGroups = groups.filter { !["include", "webhooks"].contains($0) }
    /// The files that it includes, as the working folder has them, in order, and where they are named.
    private(set) var includes: [(path: String, mark: YAMLMark)] = []

    /// The files that it includes, as the working folder has them.
    package var includedFiles: [String] { includes.map(\.path) }

    /// Reads the bytes of the file that the user named `path`; paths in it begin at its folder.
    ///
    /// - Throws: `ConfigurationError` with everything that is wrong; a repeated key is reported alone.
    package init(_ bytes: [UInt8], path: String) throws(ConfigurationError) {
        try self.init(bytes, path: path, isIncluded: false)
    }

    /// Reads a file that may be one that another one includes: then it has no settings.
    init(_ bytes: [UInt8], path: String, isIncluded: Bool) throws(ConfigurationError) {
        var problems: [ConfigurationProblem] = []
        self.init(bytes, path: path, isIncluded: isIncluded, &problems)
        guard problems.isEmpty else { throw ConfigurationError(path: path, problems) }
    }

    /// Reads what is right in a file, and adds everything that is wrong to `problems`.
    init(_ bytes: [UInt8], path: String, isIncluded: Bool, _ problems: inout [ConfigurationProblem]) {
        self.path = path
        var reader = ConfigurationReader(path: path)
        do throws(YAMLFault) {
            let document = try YAMLDocument(bytes)
            for fault in document.faults { reader.note(fault.mark, fault.message) }
            if let root = document.root, !root.isNull { read(root, isIncluded: isIncluded, with: &reader) }
        } catch {
            reader.note(error.mark, error.message)
        }
        problems += reader.problems
    }

    private mutating func read(_ root: YAMLValue, isIncluded: Bool, with reader: inout ConfigurationReader) {
        let ofDomains = ConfigurationReader.domainKeys.map {
            ($0, "it belongs to a domain, under “domains”")
        }
        let ofWaivers = ["code", "reason", "until"].map { ($0, "it belongs to a waiver, under “waivers”") }
        let ofExpectations = ConfigurationReader.expectKeys.map { ($0, "it belongs to a domain, under “expect”") }
        let ofIncluding = (ConfigurationReader.settingKeys + ["include", "webhooks"]).map {
            ($0, "it belongs to the file that includes this one")
        }
        let keys = isIncluded ? Self.sharedGroups : ConfigurationReader.settingKeys + Self.groups
        let elsewhere = (isIncluded ? ofIncluding : []) + ofDomains + ofWaivers + ofExpectations
        guard
            let members = reader.members(
                of: root, isIncluded ? "an included file" : "the configuration", keys: keys,
                elsewhere: Dictionary(elsewhere) { first, _ in first })
        else { return }
        if let value = members["include"]?.value { includes = reader.includes(value) }
        if let value = members["webhooks"]?.value { webhooks = reader.webhooks(value) }
        if let value = members["owners"]?.value { owners = reader.owners(value) }
        settings = reader.settings(members)
        if let value = members["domains"]?.value { domains = reader.domains(value) }
        if let value = members["waivers"]?.value { waivers = WaiverList(reader.waivers(value)) }
        if let value = members["severities"]?.value { severities = reader.severities(value) }
    }
}

/// The targets of an Xcode project with their entitlements files.
struct XcodeProject {
    /// The entitlements of a target, in one or all of its configurations.
    struct Setting {
        /// The target, and the configuration unless all have the same file.
        let name: String
        /// The path relative to the folder of the project, with all known variables replaced.
        let path: String
        var isDebug = false
    }

    /// The maximum number of each kind: a file can refer to the same object very often.
    private static let maxCounts = (projects: 5, targets: 500, configurations: 50)

    let settings: [Setting]

    init(_ bytes: [UInt8]) throws(EntitlementsError) {
        guard let objects = try PropertyList(bytes)["objects"] else {
            throw EntitlementsError("it is not an Xcode project")
        }
        func objectList(_ value: PropertyList?, limit: Int) -> [PropertyList] {
            (value?.array ?? []).prefix(limit).compactMap { $0.string.flatMap { objects[$0] } }
        }
        func configurations(_ value: PropertyList?) -> [PropertyList] {
            objectList(
                value?["buildConfigurationList"]?.string.flatMap { objects[$0] }?["buildConfigurations"],
                limit: Self.maxCounts.configurations)
        }
        var settings: [Setting] = []
        let projects = (objects.dictionary ?? [:]).filter { $0.value["isa"]?.string == "PBXProject" }
        for (_, project) in projects.sorted(by: { $0.key < $1.key }).prefix(Self.maxCounts.projects) {
            let inherited = Dictionary(
                configurations(project).map { ($0["name"]?.string ?? "", Self.path(in: $0)) }
            ) { first, _ in first }
            for target in objectList(project["targets"], limit: Self.maxCounts.targets) {
                guard let name = target["name"]?.string else { continue }
                let targetConfigurations = configurations(target)
                let targetSettings = targetConfigurations.compactMap { configuration -> Setting? in
                    let configurationName = configuration["name"]?.string ?? ""
                    // Variables in a path are replaced by names; both can have the maximum length of a file name.
                    guard let path = Self.path(in: configuration) ?? inherited[configurationName, default: nil],
                        path.utf8.count <= 4096, name.utf8.count <= 255
                    else { return nil }
                    return Setting(
                        name: "\(name) (\(configurationName))", path: Self.expanded(path, target: name),
                        isDebug: configurationName.lowercased().contains("debug"))
                }
                let paths = Set(targetSettings.map(\.path))
                if let path = paths.first, paths.count == 1, targetSettings.count == targetConfigurations.count {
                    settings.append(Setting(name: name, path: path))
                } else {
                    settings += targetSettings
                }
            }
        }
        self.settings = settings
    }

    private static func path(in configuration: PropertyList) -> String? {
        let path = configuration["buildSettings"]?["CODE_SIGN_ENTITLEMENTS"]?.string
        return path?.isEmpty == true ? nil : path
    }

    private static func expanded(_ path: String, target: String) -> String {
        var path = path
        for variable in ["$(SRCROOT)/", "$(PROJECT_DIR)/", "${SRCROOT}/", "${PROJECT_DIR}/"]
        where path.hasPrefix(variable) {
            path.removeFirst(variable.count)
        }
        for variable in ["$(TARGET_NAME)", "${TARGET_NAME}", "$(TARGETNAME)"] {
            path = path.split(separator: variable, omittingEmptySubsequences: false).joined(separator: target)
        }
        return path
    }
}

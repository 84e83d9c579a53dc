/// The targets of an Xcode project with their entitlements files.
struct XcodeProject {
    /// The entitlements file of a target: of one configuration, or of all if they have the same file.
    struct EntitlementsFile {
        /// The name of the target, followed by that of the configuration if the file is of one.
        let name: String
        /// The path relative to the folder of the project, with all known variables replaced.
        let path: String
        /// Whether the file is of a configuration whose name contains “debug”.
        var isDevelopmentBuild = false
    }

    /// The maximum numbers of references that are followed, because a file can refer to the same object very often.
    private static let maxCounts = (projects: 5, targets: 500, configurations: 50)

    let entitlementsFiles: [EntitlementsFile]

    init(_ bytes: [UInt8]) throws(EntitlementsError) {
        guard let objects = try PropertyList(bytes)["objects"] else {
            throw EntitlementsError("it is not an Xcode project")
        }
        func referencedObjects(in value: PropertyList?, limit: Int) -> [PropertyList] {
            (value?.array ?? []).prefix(limit).compactMap { $0.string.flatMap { objects[$0] } }
        }
        func configurations(_ value: PropertyList?) -> [PropertyList] {
            referencedObjects(
                in: value?["buildConfigurationList"]?.string.flatMap { objects[$0] }?["buildConfigurations"],
                limit: Self.maxCounts.configurations)
        }
        var files: [EntitlementsFile] = []
        let projects = (objects.dictionary ?? [:]).filter { $0.value["isa"]?.string == "PBXProject" }
        for (_, project) in projects.sorted(by: { $0.key < $1.key }).prefix(Self.maxCounts.projects) {
            let inheritedConfigurations = Dictionary(
                configurations(project).map { ($0["name"]?.string ?? "", $0) }
            ) { first, _ in first }
            for target in referencedObjects(in: project["targets"], limit: Self.maxCounts.targets) {
                guard let name = target["name"]?.string else { continue }
                let targetConfigurations = configurations(target)
                let targetFiles = targetConfigurations.compactMap { configuration -> EntitlementsFile? in
                    let configurationName = configuration["name"]?.string ?? ""
                    let inherited = inheritedConfigurations[configurationName]
                    // Limits the size of the expanded path, in which the target's name replaces variables.
                    guard let path = Self.path(in: configuration) ?? inherited.flatMap(Self.path),
                        path.utf8.count <= 4096, name.utf8.count <= 255
                    else { return nil }
                    return EntitlementsFile(
                        name: "\(name) (\(configurationName))", path: Self.expanded(path, target: name),
                        isDevelopmentBuild: configurationName.lowercased().contains("debug"))
                }
                let paths = Set(targetFiles.map(\.path))
                if let path = paths.first, paths.count == 1, targetFiles.count == targetConfigurations.count {
                    files.append(EntitlementsFile(name: name, path: path))
                } else {
                    files += targetFiles
                }
            }
        }
        entitlementsFiles = files
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
            path = path.replacing(variable, with: target)
        }
        return path
    }
}

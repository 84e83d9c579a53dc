import Platform

import class Foundation.ProcessInfo

/// The path of a program that tests run, in the folders of packages or in those of `PATH`.
///
/// - Throws: A ``SupportError`` when there is none.
public func installedProgram(_ name: String) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    // Debian puts servers where only root's PATH leads.
    let folders = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"] + path
    guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
        throw SupportError("there is no program \(name) in \(folders.joined(separator: ", ")); Scripts/test gets it")
    }
    return "\(folder)/\(name)"
}

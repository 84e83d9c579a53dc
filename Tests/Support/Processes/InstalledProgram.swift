import Platform

import class Foundation.ProcessInfo

/// Returns the path of a program for tests, in the folders of packages or in those of `PATH`.
///
/// - Throws: A ``SupportError`` if it is not installed.
public func installedProgram(_ name: String) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    // Debian installs servers in folders that are only in root's PATH.
    let folders = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"] + path
    guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
        throw SupportError("there is no program \(name) in \(folders.joined(separator: ", ")); Scripts/test gets it")
    }
    return "\(folder)/\(name)"
}

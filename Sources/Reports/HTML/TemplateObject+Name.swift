extension TemplateObject {
    /// Sets the name of a domain for the template `name`, as a link if there is a target.
    mutating func name(_ name: String, target: String? = nil) {
        let parts = Self.nameParts(name)
        self.set(["host": parts.host, "port": parts.port, "target": target])
    }

    /// Splits a name into the host and `:` with the port, if any.
    ///
    /// The port of a host that is written from right to left must not be displayed as the beginning of the host.
    static func nameParts(_ name: String) -> (host: String, port: String) {
        guard let colon = name.lastIndex(of: ":"), colon > name.startIndex,
            name[..<colon].first == "[" || !name[..<colon].contains(":"),
            (1...5).contains(name[colon...].dropFirst().count),
            name[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return (name, "") }
        return (String(name[..<colon]), String(name[colon...]))
    }
}

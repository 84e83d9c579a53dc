import CResources

/// The templates, styles and scripts of pages, which are built into the program.
enum Resource {
    /// The texts of the files, by file name.
    static let texts: [String: String] = {
        var count = 0
        let resources = UnsafeBufferPointer(start: aasa_resources(&count), count: count)
        let texts = resources.map { resource in
            let bytes = UnsafeBufferPointer(start: resource.bytes, count: resource.count)
            return (String(cString: resource.name), String(decoding: bytes, as: UTF8.self))
        }
        return Dictionary(uniqueKeysWithValues: texts)
    }()

    /// Returns the text of the file with a name.
    static func text(_ name: String) -> String {
        guard let text = texts[name] else { preconditionFailure("\(name) is not built in: see resources.c") }
        return text
    }
}

import CResources
import Mustache

/// The templates of all pages, built into the program.
enum PageTemplates {
    /// The file names of the templates, without the extension.
    static let names = Resource.texts.keys.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }

    private static let ending = ".mustache"

    private static let library = {
        var library = MustacheLibrary()
        for name in names {
            do {
                // Text is escaped when a value is set (see `EscapedText`).
                try library.register("{{% CONTENT_TYPE:TEXT}}" + text(of: name), named: name)
            } catch {
                // A test verifies that all templates can be parsed.
                preconditionFailure("the template \(name) cannot be read: \(error)")
            }
        }
        return library
    }()

    static func render(_ name: String, _ object: TemplateObject) -> String {
        guard let text = library.render(object, withTemplate: name) else {
            preconditionFailure("there is no template \(name)")
        }
        return text
    }

    /// Returns the text of a template; a backslash at the end of a line joins it with the next line.
    static func text(of name: String) -> String { Resource.text(name + ending).replacing(/\\\n */, with: "") }
}

/// The templates, styles and scripts of pages, which are built into the program, by file name.
enum Resource {
    static let texts: [String: String] = {
        var count = 0
        let resources = UnsafeBufferPointer(start: aasa_resources(&count), count: count)
        return Dictionary(
            uniqueKeysWithValues: resources.map { (String(cString: $0.name), String(cString: $0.bytes)) })
    }()

    static func text(_ name: String) -> String {
        guard let text = texts[name] else { preconditionFailure("\(name) is not built in: see resources.c") }
        return text
    }
}

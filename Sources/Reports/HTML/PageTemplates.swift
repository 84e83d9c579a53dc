import Mustache

/// The templates of all pages, built into the program.
enum PageTemplates {
    /// The names of the templates, which are their file names without the extension.
    static let names = Resource.texts.keys.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }

    private static let ending = ".mustache"

    private static let library = {
        var library = MustacheLibrary()
        for name in names {
            do {
                // Text is escaped where it enters the tree of values (see `EscapedText`).
                try library.register("{{% CONTENT_TYPE:TEXT}}" + text(of: name), named: name)
            } catch {
                // A test verifies that all templates can be parsed.
                preconditionFailure("the template \(name) cannot be read: \(error)")
            }
        }
        return library
    }()

    /// Renders the template with a name.
    static func render(_ name: String, _ object: TemplateObject) -> String {
        guard let text = library.render(object, withTemplate: name) else {
            preconditionFailure("there is no template \(name)")
        }
        return text
    }

    /// Returns the text of a template; a backslash at the end of a line joins it with the next line.
    static func text(of name: String) -> String { Resource.text(name + ending).replacing(/\\\n */, with: "") }
}

/// An example of a link: the part of a URL after the host.
struct LinkExample: Hashable, Sendable, CustomStringConvertible {
    // The parts as written in a URL; query and fragment are empty if there is none.
    private(set) var path = "/"
    private var query = ""
    private var fragment = ""

    /// Sets the path to a text that a path pattern matches, without a trailing slash, because links usually have none.
    mutating func setPath(_ path: String, in form: RuleLanguage.Form) {
        self.path = form.written(path)
        if self.path.count > 1, self.path.hasSuffix("/") { self.path.removeLast() }
    }

    /// Sets the query or fragment, or adds a query item, which is repeated if there are several values.
    mutating func add(_ values: [String], of part: RuleLanguage.Part, in form: RuleLanguage.Form) {
        let written = values.map(form.written)
        switch part {
        case .fragment: fragment = written.joined()
        // An empty query or item is omitted, which is equivalent and makes the example shorter.
        case .query where written == [""], .item where written == [""]: break
        case .query: query = written.joined()
        case .item(let name):
            for value in written { query += (query.isEmpty ? "" : "&") + name + "=" + value }
        }
    }

    var description: String {
        path + (query.isEmpty ? "" : "?" + query) + (fragment.isEmpty ? "" : "#" + fragment)
    }

    var url: LinkURL? { try? LinkURL("https://example.com" + description) }
}

extension RuleLanguage.Form {
    fileprivate func written(_ value: String) -> String {
        self == .decoded ? PercentEncoding.encoded(value) : value
    }
}

extension RuleLanguage {
    /// Returns a shortest link that the rule matches; `nil` if none is known.
    func example(budget: inout WorkBudget) -> LinkExample? {
        var example = LinkExample()
        if let path {
            guard let text = pathSpace.shortestText(matching: path, budget: &budget) else { return nil }
            example.setPath(text, in: form)
        }
        for condition in conditions {
            let text = condition.space.shortestText(matching: condition.pattern, budget: &budget)
            guard let text else { return nil }
            example.add([text], of: condition.part, in: condition.form)
        }
        return example
    }
}

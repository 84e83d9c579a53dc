/// One change to a file, in which indices identify values of the document.
enum FileEdit: Hashable {
    case write(String, over: Int)
    /// Members that replace the member that contains a value.
    case writeMembers(String, over: Int)
    /// The removal of an element, or of the member that contains a value.
    case remove(Int)
    case move(Int, before: Int)
    /// Elements or members to append to an array or object.
    case append(String, to: Int)
}

/// A document with changes that do not conflict.
struct EditedFile {
    private let document: JSONDocument
    private var edits: Set<FileEdit> = []
    /// The new text of ranges of nodes; empty if the element or member is removed.
    private var replaced: [Range<Int>: String] = [:]
    /// The target of each moved element: the element before which it is written.
    private var moves: [Int: Int] = [:]
    /// The elements that are moved before each target, in order.
    private var insertions: [Int: [Int]] = [:]
    private var appended: [Int: [String]] = [:]

    init(_ document: JSONDocument) { self.document = document }

    var originalSize: Int { document.bytes.count }

    /// Adds all changes and returns true; if there is a conflict between any changes, adds none and returns false.
    mutating func apply(_ newEdits: [FileEdit]) -> Bool {
        var next = self
        for edit in newEdits where next.edits.insert(edit).inserted {
            guard next.apply(edit) else { return false }
        }
        self = next
        return true
    }

    private mutating func apply(_ edit: FileEdit) -> Bool {
        switch edit {
        case .write(let text, let index): return replace(nodes(of: index), with: text)
        case .writeMembers(let text, let index):
            guard let key = key(of: index) else { return false }
            return replace(nodes(ofMember: key), with: text)
        case .remove(let index):
            let removed = if let key = key(of: index) { nodes(ofMember: key) } else { nodes(of: index) }
            return replace(removed, with: "")
        case .move(let index, let target):
            // A moved element can be edited, but not moved again, and nothing can be moved before it.
            guard !isRemoved(index), !isRemoved(target), moves[index] == nil, moves[target] == nil,
                insertions[index] == nil
            else { return false }
            moves[index] = target
            insertions[target, default: []].append(index)
        case .append(let text, let index):
            guard !isRemoved(index) else { return false }
            appended[index, default: []].append(text)
        }
        return true
    }

    private func value(_ index: Int) -> JSONValue { JSONValue(document: document, index: index) }

    private func nodes(of index: Int) -> Range<Int> { index..<Int(value(index).node.next) }

    private func nodes(ofMember key: Int) -> Range<Int> { key..<nodes(of: key + 1).upperBound }

    private func key(of index: Int) -> Int? { value(index).member?.keyIndex }

    /// Replaces nodes and returns true; does nothing and returns false if another change concerns any of them.
    private mutating func replace(_ range: Range<Int>, with text: String) -> Bool {
        let edited = [Array(moves.keys), Array(insertions.keys), Array(appended.keys)].joined()
        guard !edited.contains(where: range.contains), !replaced.keys.contains(where: { range.overlaps($0) })
        else { return false }
        replaced[range] = text
        return true
    }

    private func isRemoved(_ index: Int) -> Bool { replaced.keys.contains { $0.contains(index) } }

    var bytes: [UInt8] {
        var output: [UInt8] = []
        write(document.root, into: &output)
        return output
    }

    private func write(_ value: JSONValue, into output: inout [UInt8]) {
        if let text = replaced[nodes(of: value.index)] {
            output += text.utf8
            return
        }
        guard value.kind == .array || value.kind == .object else {
            output += document.bytes[value.range]
            return
        }
        let isArray = value.kind == .array
        output.append(isArray ? UInt8(ascii: "[") : UInt8(ascii: "{"))
        for element in value.elements ?? [] {
            for index in insertions[element.index] ?? [] { writeElement(self.value(index), into: &output) }
            if moves[element.index] == nil { writeElement(element, into: &output) }
        }
        for member in value.members ?? [] {
            switch replaced[nodes(ofMember: member.keyIndex)] {
            case ""?: continue
            case let text?: output += text.utf8
            case nil:
                write(member.key, into: &output)
                output.append(UInt8(ascii: ":"))
                write(member.value, into: &output)
            }
            output.append(Self.comma)
        }
        for text in appended[value.index] ?? [] {
            output += text.utf8
            output.append(Self.comma)
        }
        if output.last == Self.comma { output.removeLast() }
        output.append(isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"))
    }

    private func writeElement(_ element: JSONValue, into output: inout [UInt8]) {
        if replaced[nodes(of: element.index)] == "" { return }
        write(element, into: &output)
        output.append(Self.comma)
    }

    private static let comma = UInt8(ascii: ",")
}

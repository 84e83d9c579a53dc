import AppSiteAssociation

/// Parses any bytes as JSON.
enum ReaderFuzzer {
    static func check(_ bytes: [UInt8]) {
        let reading = JSONReading(bytes)
        switch reading.result {
        case .failure(let error):
            // Errors about hostile bytes must have a message and a position, too.
            precondition(!error.message.isEmpty && error.position.line > 0 && error.position.column > 0)
        case .success(let document):
            guard let again = try? JSONDocument(text: JSONPrinter.print(document.root)) else {
                preconditionFailure("what was printed cannot be read")
            }
            precondition(again.root == document.root, "what was printed means something else")
            visit(document.root)
        }
    }

    private static func visit(_ root: JSONValue) {
        var waiting = [root]
        while let value = waiting.popLast() {
            precondition(value.range.upperBound <= value.document.bytes.count)
            _ = (value.string, value.integer, value.double, value.position)
            if let elements = value.elements { waiting += Array(elements) }
            if let members = value.members {
                _ = members.effective.count
                waiting += members.map(\.value)
            }
        }
    }
}

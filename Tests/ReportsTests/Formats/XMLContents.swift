import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The elements and the text of an XML document, in order.
final class XMLContents: NSObject, XMLParserDelegate {
    private(set) var elements: [(name: String, attributes: [String: String])] = []
    private(set) var text = ""

    init(_ document: String) throws {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        try #require(parser.parse(), "\(document.debugDescription)")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) { elements.append((name, attributes)) }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}

import TestSupport
import Testing

@testable import AppSiteAssociation

/// Compares the meaning of random files, and the answers with those of the matcher for random links.
struct RandomMeaningTests {
    private static let pieces = ["/", "/", "a", "b", "*", "?", "$(v)", "$(digit)", "1", "ab", "/a/", "A"]

    private static func pattern(_ length: Int, _ generator: inout SeededGenerator) -> String {
        let pieces = (0..<Int.random(in: 1...length, using: &generator)).map { _ in
            Self.pieces.randomElement(using: &generator) ?? "a"
        }
        return pieces.joined()
    }

    static func component(_ generator: inout SeededGenerator) -> String {
        var members: [String] = []
        if Int.random(in: 0..<8, using: &generator) > 0 { members.append("\"/\": \"/\(pattern(4, &generator))\"") }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: members.append("\"?\": {\"x\": \"\(pattern(2, &generator))\"}")
        case 1: members.append("\"?\": {\"x\": \"?*\", \"y\": \"\(pattern(2, &generator))\"}")
        case 2: members.append("\"?\": \"\(pattern(2, &generator))\"")
        default: break
        }
        if Int.random(in: 0..<6, using: &generator) == 0 { members.append("\"#\": \"\(pattern(2, &generator))\"") }
        if Int.random(in: 0..<3, using: &generator) == 0 { members.append("\"exclude\": true") }
        if Int.random(in: 0..<6, using: &generator) == 0 { members.append("\"caseSensitive\": false") }
        if Int.random(in: 0..<8, using: &generator) == 0 { members.append("\"percentEncoded\": false") }
        return "{\(members.joined(separator: ", "))}"
    }

    static func file(_ components: [String]) -> String {
        """
        {"applinks": {"substitutionVariables": {"v": ["a", "b?", "1*"]}, "details": [
        {"appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [\(components.joined(separator: ",\n"))]}]}}
        """
    }

    static func link(_ generator: inout SeededGenerator) -> String {
        func text(_ letters: [String], _ length: Int) -> String {
            (0..<Int.random(in: 0...length, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? "a"
            }.joined()
        }
        let letters = ["a", "b", "/", "1", "A", "/a", "%61", "c"]
        var link = "https://example.com/" + text(letters, 5)
        if Bool.random(using: &generator) {
            let items = ["x=1", "x=", "x=ab", "x=1b", "y=a", "y", "z=b", "a", "1"]
            link +=
                "?"
                + (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                    items.randomElement(using: &generator) ?? "x"
                }.joined(separator: "&")
        }
        if Int.random(in: 0..<3, using: &generator) == 0 { link += "#" + text(["a", "1", "b"], 2) }
        return link
    }

    @Test(arguments: [UInt64(21), 22])
    func filesThatMeanTheSameOpenTheSameLinks(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var counts: [String: Int] = [:]
        for _ in 0..<300 {
            var components = (0..<Int.random(in: 1...4, using: &generator)).map { _ in Self.component(&generator) }
            let first = Self.file(components)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: components.shuffle(using: &generator)
            case 1: components.append(Self.component(&generator))
            case 2: components.append(components[0])
            default: components[0] = Self.component(&generator)
            }
            let second = Self.file(components)
            let files = try [first, second].map { AssociationFile(try JSONDocument(text: $0)) }
            let matchers = files.map { LinkMatcher($0) }
            switch AssociationMeaning.compare(files[0], files[1]) {
            case .same:
                counts["same", default: 0] += 1
                for _ in 0..<60 {
                    let url = try LinkURL(Self.link(&generator))
                    let opens = matchers.map { $0.match(url).outcome == .match }
                    #expect(opens[0] == opens[1], "\(url.text)\n\(first)\n\(second)")
                }
            case .different(let difference):
                counts["different", default: 0] += 1
                guard case .link(let link, _, let opensInFirst) = difference else {
                    Issue.record("\(difference) of \(first) and \(second)")
                    continue
                }
                let url = try LinkURL("https://example.com" + link)
                #expect(matchers.map { $0.match(url).outcome == .match } == [opensInFirst, !opensInFirst])
            case .unknown: counts["unknown", default: 0] += 1
            }
        }
        #expect(counts["same", default: 0] > 50, "\(counts)")
        #expect(counts["different", default: 0] > 50, "\(counts)")
        #expect(counts["unknown", default: 0] < 100, "\(counts)")
    }
}

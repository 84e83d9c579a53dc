/// The technical terms of the catalogue, for readers who do not administer web servers.
package enum Glossary {
    package struct Term: Hashable, Sendable {
        package let word: String
        package let meaning: String
        /// The case-sensitive forms by which the term is found in texts.
        let forms: [String]

        init(_ word: String, or forms: [String] = [], _ meaning: String) {
            self.word = word
            self.meaning = meaning
            self.forms = [word] + forms
        }
    }

    package static let terms: [Term] = [
        Term("AASA-Bot", "The name by which Apple's servers identify themselves when they fetch the association file."),
        Term(
            "App Clip", or: ["App Clips"],
            "A small part of an app that opens from a link without the app being installed."),
        Term(
            "app identifier", or: ["app identifiers", "application-identifier", "app ID", "app IDs"],
            """
            The name by which Apple's systems identify an app: a prefix of ten characters that Apple assigned to the \
            developers, a dot, and the app's bundle identifier.
            """),
        Term("applinks", "The part of the association file for universal links: which apps open which addresses."),
        Term("appclips", "The part of the association file for App Clips."),
        Term(
            "associated domains", or: ["entitlement"],
            "The list, inside an app, of the domains whose links it may open (an entitlement)."),
        Term(
            "byte order mark",
            "Three invisible bytes at the beginning of a text file, by which some programs mark it as UTF-8."),
        Term(
            "CDN",
            """
            Content delivery network: servers around the world that keep copies of files. Apple has one for \
            association files: devices with iOS 14 or later get the file from there, not from the website.
            """),
        Term(
            "certificate", or: ["certificates"],
            """
            A file with which a web server proves that it belongs to its domain. A publicly trusted authority \
            issues it for a few months.
            """),
        Term("CMS", "A format for signed files (Cryptographic Message Syntax)."),
        Term(
            "Content-Type", or: ["content type"],
            "The file type that the server states, such as application/json."),
        Term(
            "developer mode", or: ["Developer mode"],
            """
            A setting for testing, on a device and in the app: the device fetches the file from the website instead of \
            Apple's servers, and accepts any certificate.
            """),
        Term("DNS", "The internet's directory that turns a domain name into the address of a server."),
        Term("fragment", "The part of a web address after the character #."),
        Term(
            "intermediate certificate", or: ["intermediate certificates"],
            """
            A certificate between the server's own and that of a publicly trusted authority. The server must send it \
            along with its own.
            """),
        Term("JSON", "The notation in which the association file is written: names and values in braces and brackets."),
        Term(
            "managed mode",
            """
            A setting for devices that a company manages: they fetch the file from the website, not from Apple's \
            servers.
            """),
        Term(
            "root location", or: ["at the root", "the root of the site"],
            "The address of the file without a folder, /apple-app-site-association, which iOS 9.3 to 13 check second."),
        Term("query", "The part of a web address after a question mark."),
        Term(
            "redirect", or: ["redirects", "Redirects"],
            "A response from a web server with another address to request instead of the file."),
        Term(
            "rewrite",
            """
            A rule inside a web server that serves another file for an address. Unlike a redirect, it is invisible to \
            visitors.
            """),
        Term(
            "status",
            "The number at the start of a web server's response: 200 means that the requested content follows."),
        Term(
            "SWC error codes", or: ["SWCERR00101", "SWCERR00202", "SWCERR00301", "SWCErrorDomain"],
            """
            Codes in the logs of Apple's servers and devices for failures with an association file: SWCERR and \
            SWCErrorDomain.
            """),
        Term("swcutil", "Apple's own command-line program on the Mac, which reads association files as devices do."),
        Term("TLS", "The encryption of web connections, the s in https."),
        Term("UTF-8", "The usual way to store the letters of a text as bytes."),
        Term("universal links", "Apple's name for web addresses that open an app."),
        Term("webcredentials", "The part of the association file for password AutoFill and passkeys."),
        Term(
            ".well-known",
            """
            The folder of a website for files that programs read. Systems look for the association file there first, \
            at /.well-known/apple-app-site-association.
            """),
        Term("wildcard", or: ["wildcards"], "A character that matches others: * any number of them, ? exactly one."),
    ].sorted { ($0.word.lowercased(), $0.word) < ($1.word.lowercased(), $1.word) }

    /// Returns the first position of each term in `text`, in order; if several terms begin at one position, only the
    /// term with the longest form counts.
    ///
    /// Reports search the texts of all their findings, so a search is a single pass over the bytes.
    package static func occurrences(in text: String) -> [(term: Term, range: Range<String.Index>)] {
        let bytes = Array(text.utf8)
        var found: [(term: Term, range: Range<String.Index>)] = []
        var position = 0
        while position < bytes.count {
            guard let form = forms(at: position, of: bytes).first else {
                position += 1
                continue
            }
            if !found.contains(where: { $0.term == form.term }) {
                let start = text.utf8.index(text.startIndex, offsetBy: position)
                found.append((form.term, start..<text.utf8.index(start, offsetBy: form.bytes.count)))
            }
            position += form.bytes.count
        }
        return found
    }

    private typealias Form = (term: Term, bytes: [UInt8])

    /// The forms of all terms by first byte, longer forms first.
    private static let formsByFirstByte: [UInt8: [Form]] = Dictionary(
        grouping: terms.flatMap { term in term.forms.map { (term: term, bytes: Array($0.utf8)) } }
            .sorted { $0.bytes.count > $1.bytes.count }
    ) { $0.bytes[0] }

    /// Returns the forms that are whole words at a position, longer forms first.
    private static func forms(at position: Int, of bytes: [UInt8]) -> [Form] {
        guard position == 0 || !isWordByte(bytes[position - 1]) else { return [] }
        return formsByFirstByte[bytes[position], default: []].filter { form in
            let end = position + form.bytes.count
            return end <= bytes.count && bytes[position..<end].elementsEqual(form.bytes)
                && (end == bytes.count || !isWordByte(bytes[end]))
        }
    }

    /// Returns whether a byte belongs to a letter, a digit or a non-ASCII character.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF:
            true
        default: false
        }
    }

    /// Returns the terms in `texts`, in alphabetical order.
    package static func terms(in texts: [String]) -> [Term] {
        let words = texts.map { Array($0.utf8) }.flatMap { bytes in
            bytes.indices.flatMap { forms(at: $0, of: bytes).map(\.term.word) }
        }
        return terms.filter { words.contains($0.word) }
    }

    package static func terms(of code: FindingCode) -> [Term] {
        let entry = Catalogue[code]
        // Titles of cited sources are not part of the explanation.
        let sources = entry.source.split(separator: "; ").map(String.init).filter { source in
            !["Apple", "WWDC", "RFC"].contains { source.hasPrefix($0) }
        }
        return terms(in: [entry.title, entry.meaning, entry.impact, entry.remedy] + sources)
    }
}

import AppSiteAssociation
import Findings
import Foundation

// Measures the parsing, checking, compiling and matching of a file with 131,072 bytes, the maximum that systems accept,
// and 3000 rules; every figure is the median of five.

let rules = (0..<3000).map { index in
    switch index % 10 {
    case 0: #"{"/":"/c\#(index)/old/*","exclude":true}"#
    case 1: #"{"/":"/c\#(index)/","?":{"v":"?*"}}"#
    case 2: #"{"/":"/c\#(index)/??/item"}"#
    default: #"{"/":"/c\#(index)/*"}"#
    }
}
let text =
    #"{"applinks":{"apps":[],"details":[{"appIDs":["K7QW2XNB5T.net.waldweg.karten"],"components":["#
    + rules.joined(separator: ",") + "]}]}}"
let bytes = Array(text.utf8) + Array(repeating: 0x20, count: 131_072 - text.utf8.count)
let data = Data(bytes)
// Three of four URLs match a rule, which is sometimes an exclusion.
let urls = (0..<100_000).compactMap { index in
    let rule = (index &* 7919) % 4000
    return try? LinkURL("https://example.com/c\(rule)/" + (index % 5 == 0 ? "old/page?v=2" : "en/item?v=\(index)#top"))
}
let document = try JSONDocument(bytes)
let matcher = LinkMatcher(AssociationFile(document))

/// Returns the median time of `body` in milliseconds, of five runs after one that is not counted.
func median(_ body: () -> Void) -> Double {
    body()
    return (0..<5).map { _ in ContinuousClock().measure(body) / .milliseconds(1) }.sorted()[2]
}

/// Keeps the compiler from removing computations whose results are not used.
@inline(never)
func use<Value>(_ value: Value) {}

let foundation = median { use(try? JSONSerialization.jsonObject(with: data)) }
for (name, body) in [
    ("read (JSONDocument)", { use(try? JSONDocument(bytes)) }),
    ("compile (AssociationFile and LinkMatcher)", { use(LinkMatcher(AssociationFile(document))) }),
    ("read and check (FileJudge)", { use(FileJudge.judge(bytes, location: .file)) }),
    ("match \(urls.count) URLs", { for url in urls { use(matcher.match(url)) } }),
] as [(String, () -> Void)] {
    let time = median(body)
    print(String(format: "%10.3f ms %8.2f × JSONSerialization  ", time, time / foundation) + name)
}

import AppSiteAssociation
import Findings
import Foundation

// Measures reading, checking, compiling and matching of large files; every figure is the median of five.

/// Measures `body` in milliseconds: the median of five, after one that does not count.
func median(_ body: () -> Void) -> Double {
    body()
    let times = (0..<5).map { _ in ContinuousClock().measure(body) / .milliseconds(1) }
    return times.sorted()[2]
}

/// Keeps the compiler from leaving out what nobody looks at.
@inline(never)
func use<Value>(_ value: Value) {}

var results: [[String: Any]] = []

for file in BenchFile.all {
    let bytes = file.bytes
    let data = Data(bytes)
    guard let document = try? JSONDocument(bytes) else { fatalError("the benchmark's own file cannot be read") }
    let urls = file.links
    let matcher = LinkMatcher(AssociationFile(document))
    var matched = 0

    let foundation = median { use(try? JSONSerialization.jsonObject(with: data)) }
    let read = median { use(try? JSONDocument(bytes)) }
    let understand = median { use(AssociationFile(document)) }
    let judge = median { use(FileJudge.judge(bytes, location: .file)) }
    let compile = median { use(LinkMatcher(AssociationFile(document))) }
    let match = median {
        matched = 0
        for url in urls where matcher.match(url).outcome == .match { matched += 1 }
    }
    let parse = median { for url in urls { use(try? LinkURL(url.text)) } }
    let findings = FileJudge.judge(bytes, location: .file).findings

    print("\(file.name): \(bytes.count) bytes, \(file.ruleCount) rules; \(findings.count) findings")
    let rows: [(String, Double)] = [
        ("read (JSONDocument)", read), ("understand (AssociationFile)", understand),
        ("compile (AssociationFile and LinkMatcher)", compile), ("read and check (FileJudge)", judge),
        ("read, check and compile", judge + compile), ("take \(urls.count) URLs apart (LinkURL)", parse),
        ("match \(urls.count) URLs, \(matched) of them open an app", match),
        ("for comparison: JSONSerialization reads the same", foundation),
    ]
    for (name, time) in rows {
        let ratio = String(format: "%8.2f", time / foundation)
        print("  \(String(format: "%10.3f", time)) ms  \(ratio) × JSONSerialization  \(name)")
    }
    print("  \(String(format: "%10.3f", match * 1000 / Double(urls.count))) µs for one URL\n")
    results.append([
        "file": file.name, "bytes": bytes.count, "rules": file.ruleCount, "urls": urls.count, "matched": matched,
        "findings": findings.count,
        "ms": [
            "jsonSerialization": foundation, "read": read, "understand": understand, "judge": judge,
            "compile": compile, "readCheckAndCompile": judge + compile, "parseURLs": parse, "match": match,
        ],
    ])
}

let arguments = CommandLine.arguments
if let flag = arguments.firstIndex(of: "--json"), flag + 1 < arguments.count {
    let data = try JSONSerialization.data(withJSONObject: results, options: [.prettyPrinted, .sortedKeys])
    try data.write(to: URL(fileURLWithPath: arguments[flag + 1]))
}

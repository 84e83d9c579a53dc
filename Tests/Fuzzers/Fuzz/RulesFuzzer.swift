import AppSiteAssociation
import Findings
import TestSupport

/// Compares findings about rules with the matcher: a rule that determines the result for a link must not be reported as
/// unreachable or never matching.
///
/// The input determines the choices for random rules and links; one input produces 64 pairs of rules and links.
enum RulesFuzzer {
    private static let linksPerReading = 32

    static func check(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        let rules = RandomRules(using: &choices)
        let judgement = FileJudge.judge(Array(rules.text.utf8), location: .file)
        guard let file = judgement.file else { preconditionFailure("the file cannot be read: \(rules.text)") }
        var dead: Set<String> = []
        for finding in judgement.findings where finding.code == .ruleUnreachable || finding.code == .ruleNeverMatches {
            guard case .array(let hidden)? = finding.evidence["unreachablePointers"] else {
                dead.insert(finding.pointer ?? "")
                continue
            }
            for case .string(let pointer) in hidden { dead.insert(pointer) }
        }
        for reading in [LinkMatcher.Reading.current, .pathsOnly] {
            let matcher = LinkMatcher(file, as: reading)
            for _ in 0..<linksPerReading {
                let link = rules.link(using: &choices)
                guard let url = try? LinkURL(link), let rule = matcher.match(url).rule else { continue }
                precondition(
                    judgement.canDecide(rule) && !dead.contains(rule.source.pointer.description),
                    "\(link) is decided by \(rule.sourceText) of \(rules.text)")
            }
        }
    }

    /// Random numbers that begin with the bytes of the input, so that similar inputs make similar choices.
    private struct Choices: RandomNumberGenerator {
        private var bytes: ArraySlice<UInt8>
        private var rest: SeededGenerator

        init(_ bytes: [UInt8]) {
            self.bytes = bytes[...]
            rest = SeededGenerator(seed: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        }

        mutating func next() -> UInt64 {
            let other = rest.next()
            // Random numbers in a range are derived from the upper bits.
            return bytes.popFirst().map { UInt64($0) << 56 | other >> 8 } ?? other
        }
    }
}

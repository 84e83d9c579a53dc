// crawl-simulation [COUNT | --seed SEED]: runs random crawls with the scheduler, and reports the first error.

import Foundation

let arguments = CommandLine.arguments.dropFirst()
let seeds: ClosedRange<UInt64>
if arguments.first == "--seed", let seed = arguments.last.flatMap({ UInt64($0) }) {
    seeds = seed...seed
} else {
    let count = arguments.first.flatMap { UInt64($0) } ?? 200_000
    let base = UInt64.random(in: 0...(.max / 2))
    seeds = base...(base + count - 1)
}
let outcome = await CrawlSimulation.run(seeds)
if let problem = outcome.problem {
    print("crawl-simulation --seed \(problem.seed): \(problem.text)")
    exit(1)
}
print("\(seeds.count) random crawls with \(outcome.events) events kept all promises, from seed \(seeds.lowerBound)")

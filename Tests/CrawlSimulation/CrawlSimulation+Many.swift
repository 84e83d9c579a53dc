extension CrawlSimulation {
    /// The outcome of many simulations.
    struct Outcome: Sendable {
        /// The total number of events.
        var events = 0
        /// The first error, and the seed that reproduces it.
        var problem: (seed: UInt64, text: String)?
    }

    /// Runs a simulation for each seed, on all cores.
    static func run(_ seeds: ClosedRange<UInt64>) async -> Outcome {
        let workers = 4
        return await withTaskGroup(of: Outcome.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var outcome = Outcome()
                    for seed in stride(from: seeds.lowerBound + UInt64(worker), through: seeds.upperBound, by: workers)
                    {
                        var simulation = CrawlSimulation(seed: seed)
                        simulation.run()
                        outcome.events += simulation.events
                        if let problem = simulation.problem {
                            outcome.problem = (seed, problem)
                            break
                        }
                    }
                    return outcome
                }
            }
            return await group.reduce(into: Outcome()) { all, one in
                all.events += one.events
                all.problem = all.problem ?? one.problem
            }
        }
    }
}

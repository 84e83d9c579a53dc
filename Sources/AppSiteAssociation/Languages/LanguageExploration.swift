/// Finds the patterns that each text of a space matches, beginning with the shortest text.
///
/// This is a lazy subset construction: of all texts that lead to the same set of states, only the first is explored.
struct LanguageExploration {
    struct Pattern {
        var elements: [LanguageElement]
        /// The number of the list of rules that contains the pattern.
        var list = 0
        /// Whether a match of this pattern decides for the list, so that later patterns of the list can be ignored.
        var decides = false
    }

    private let automaton: PatternAutomaton
    private let space: LanguageSpace
    private let alphabet: Alphabet
    private let patterns: [Pattern]

    private struct Visit {
        /// The state of the shape, followed by the states of the automaton in ascending order.
        let key: [Int32]
        // The index of the preceding visit, and the class of the scalar that leads from it; -1 for the first visit.
        let parent: Int
        let scalarClass: Int32
    }
    private var visits: [Visit] = []
    private var knownKeys: Set<[Int32]> = []

    // The states to which one visit leads, by class of the next scalar; the storage is reused for the next visit.
    private var targetsOnAny: [Int32] = []
    private var targetsByClass: [[Int32]]
    private var classesWithTargets: [Int32] = []
    private var marks: StateMarks

    init(of patterns: [Pattern], in space: LanguageSpace, budget: inout WorkBudget) throws(WorkBudget.Exhausted) {
        automaton = try PatternAutomaton(patterns.map(\.elements), budget: &budget)
        self.space = space
        alphabet = Alphabet(sets: automaton.sets, allowed: space.allowed)
        self.patterns = patterns
        targetsByClass = [[Int32]](repeating: [], count: alphabet.representatives.count)
        marks = StateMarks(count: automaton.states.count)
    }

    /// Calls `body` for each set of states to which texts of the space lead, with the indices of the matching patterns,
    /// in ascending order, and the visit's index.
    ///
    /// - Returns: Whether every set was visited. `body` returns false to stop, and must spend steps for its own work.
    mutating func run(
        budget: inout WorkBudget,
        _ body: (_ matchingPatterns: [Int], _ visit: Int, _ budget: inout WorkBudget) -> Bool
    ) throws(WorkBudget.Exhausted) -> Bool {
        let first = try automaton.entered(automaton.starts, marks: &marks, budget: &budget)
        insert(shape: LanguageSpace.start, states: relevantStates(of: first), parent: -1, scalarClass: -1)
        var next = 0
        while next < visits.count {
            if space.accepts(visits[next].key[0]), !body(matchingPatterns(of: next), next, &budget) {
                // Throws if `body` stopped only because it used up the budget.
                try budget.take(0)
                return false
            }
            try expand(next, budget: &budget)
            next += 1
        }
        return true
    }

    /// Returns the shortest text that leads to the set of a visit.
    func example(of visit: Int) -> String {
        var scalars: [Unicode.Scalar] = []
        var current = visit
        while visits[current].parent >= 0 {
            scalars.append(alphabet.representatives[Int(visits[current].scalarClass)])
            current = visits[current].parent
        }
        return String(String.UnicodeScalarView(scalars.reversed()))
    }

    /// Adds the visits to which one more scalar leads.
    private mutating func expand(_ visit: Int, budget: inout WorkBudget) throws(WorkBudget.Exhausted) {
        targetsOnAny.removeAll(keepingCapacity: true)
        for scalarClass in classesWithTargets { targetsByClass[Int(scalarClass)].removeAll(keepingCapacity: true) }
        classesWithTargets.removeAll(keepingCapacity: true)
        let key = visits[visit].key
        try budget.take(key.count)
        for index in key.dropFirst() {
            let state = automaton.states[Int(index)]
            if state.loops { targetsOnAny.append(index) }
            if state.onAny >= 0 { targetsOnAny.append(state.onAny) }
            if state.arc.target >= 0 { try follow(state.arc, &budget) }
            for arc in automaton.otherArcs[index] ?? [] { try follow(arc, &budget) }
        }
        let onAny = try automaton.entered(targetsOnAny, marks: &marks, budget: &budget)

        var classes = classesWithTargets
        if space.shape != .free, let slash = alphabet.slash, targetsByClass[Int(slash)].isEmpty {
            // Slashes affect the shape even if no pattern contains one.
            classes.append(slash)
        }
        classes.sort()
        // The first class without its own targets represents all such classes.
        var otherClass: Int32 = 0
        for scalarClass in classes where scalarClass == otherClass { otherClass += 1 }
        if otherClass < alphabet.representatives.count { classes.insert(otherClass, at: Int(otherClass)) }
        for scalarClass in classes {
            guard let shape = space.next(key[0], isSlash: scalarClass == alphabet.slash) else { continue }
            try budget.take(onAny.count + 2)
            let onClass = try automaton.entered(targetsByClass[Int(scalarClass)], marks: &marks, budget: &budget)
            let states = relevantStates(of: onClass.isEmpty ? onAny : onAny + onClass)
            insert(shape: shape, states: states, parent: visit, scalarClass: scalarClass)
        }
    }

    private mutating func follow(
        _ arc: PatternAutomaton.Arc, _ budget: inout WorkBudget
    ) throws(WorkBudget.Exhausted) {
        let classes = alphabet.classesOfSet[Int(arc.setIndex)]
        try budget.take(classes.count)
        for scalarClass in classes {
            if targetsByClass[Int(scalarClass)].isEmpty { classesWithTargets.append(scalarClass) }
            targetsByClass[Int(scalarClass)].append(arc.target)
        }
    }

    private mutating func insert(shape: Int32, states: [Int32], parent: Int, scalarClass: Int32) {
        let key = [shape] + states
        if knownKeys.insert(key).inserted { visits.append(Visit(key: key, parent: parent, scalarClass: scalarClass)) }
    }

    /// Returns the states in order, without those that cannot affect the result.
    ///
    /// After a `*`, earlier states of the same pattern are irrelevant, because every continuation that they match also
    /// matches after the `*`. If a deciding pattern matches every continuation, later patterns are irrelevant.
    private func relevantStates(of states: [Int32]) -> [Int32] {
        guard states.count > 1 else { return states }
        var kept: [Int32] = []
        var patternIndex: Int32 = -1
        var firstKeptOfPattern = 0
        var previous: Int32 = -1
        var decidedList = -1
        for index in states.sorted() where index != previous {
            previous = index
            let state = automaton.states[Int(index)]
            if state.patternIndex != patternIndex {
                patternIndex = state.patternIndex
                firstKeptOfPattern = kept.count
            }
            let list = patterns[Int(patternIndex)].list
            if list == decidedList { continue }
            if state.dominates {
                kept.removeSubrange(firstKeptOfPattern...)
                if state.accepts, patterns[Int(patternIndex)].decides { decidedList = list }
            }
            kept.append(index)
        }
        return kept
    }

    private func matchingPatterns(of visit: Int) -> [Int] {
        var indices: [Int] = []
        for stateIndex in visits[visit].key.dropFirst() {
            let state = automaton.states[Int(stateIndex)]
            if state.accepts, indices.last != Int(state.patternIndex) { indices.append(Int(state.patternIndex)) }
        }
        return indices
    }
}

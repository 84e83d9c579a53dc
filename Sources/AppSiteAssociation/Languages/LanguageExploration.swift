/// An exploration of the texts of a space, in order of length, that tracks the patterns that each text matches.
///
/// It is a lazy subset construction: texts that lead to the same set of states of the patterns are explored once.
struct LanguageExploration {
    /// The way in which an exploration ended.
    enum End: Hashable, Sendable {
        /// Every set of states was visited.
        case complete
        /// The visitor requested to stop.
        case stopped
        /// The budget was used up: nothing is known about the texts that were not visited.
        case exhausted
    }

    /// The relationship between the patterns of an exploration if the first match decides.
    struct Precedence {
        /// For each label, the list of rules that contains it.
        var listOfLabel: [Int32]
        /// For each label, whether a match of its pattern decides for its list, so that higher labels of the list can
        /// be ignored.
        var decides: [Bool]
    }

    private let automaton: PatternAutomaton
    private let space: LanguageSpace
    private let alphabet: Alphabet
    private let precedence: Precedence?

    /// For each visited set: the shape's state, followed by the states of the automaton in ascending order.
    private var keys: [[Int32]] = []
    private var setOfKey: [[Int32]: Int32] = [:]
    private var parents: [Int32] = []
    private var via: [Int32] = []

    /// Creates an exploration of the texts of `space`.
    init(_ automaton: PatternAutomaton, in space: LanguageSpace, precedence: Precedence? = nil) {
        self.automaton = automaton
        self.space = space
        self.precedence = precedence
        alphabet = Alphabet(sets: automaton.sets, allowed: space.allowed)
    }

    /// Explores the texts, and calls `visit` with the matching labels, ascending, and the index of the set for
    /// ``example(of:)``.
    ///
    /// - Returns: The way in which it ended. `visit` returns false to stop, and charges its own work to the budget.
    mutating func run(
        budget: inout WorkBudget, visit: (_ labels: [Int32], _ set: Int, _ budget: inout WorkBudget) -> Bool
    ) -> End {
        guard !automaton.overflowed else { return .exhausted }
        var scratch = Scratch(classes: alphabet.representatives.count, states: automaton.states.count)
        guard let first = automaton.entered(automaton.starts, marks: &scratch.marks, budget: &budget) else {
            return .exhausted
        }
        insert(shape: LanguageSpace.start, states: reduce(first), parent: -1, via: -1)

        var next = 0
        while next < keys.count {
            let shape = keys[next][0]
            if space.accepts(shape), !visit(labels(of: next), next, &budget) {
                return budget.remaining > 0 ? .stopped : .exhausted
            }
            guard expand(next, shape: shape, scratch: &scratch, budget: &budget) else { return .exhausted }
            next += 1
        }
        return .complete
    }

    /// Returns the shortest text that leads to a visited set.
    func example(of set: Int) -> String {
        var scalars: [Unicode.Scalar] = []
        var current = set
        while parents[current] >= 0 {
            scalars.append(alphabet.representatives[Int(via[current])])
            current = Int(parents[current])
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.reversed())
        return String(text)
    }

    // MARK: - One step

    /// Storage for the steps of one set, grouped by class; kept between sets to avoid new allocations.
    private struct Scratch {
        var onAny: [Int32] = []
        var byClass: [[Int32]]
        var touched: [Int32] = []
        var marks: StateMarks

        init(classes: Int, states: Int) {
            marks = StateMarks(count: states)
            byClass = [[Int32]](repeating: [], count: classes)
        }
    }

    private mutating func expand(
        _ set: Int, shape: Int32, scratch: inout Scratch, budget: inout WorkBudget
    ) -> Bool {
        scratch.onAny.removeAll(keepingCapacity: true)
        guard budget.spend(keys[set].count) else { return false }
        for index in keys[set].dropFirst() {
            let state = automaton.states[Int(index)]
            if state.loops { scratch.onAny.append(index) }
            if state.onAny >= 0 { scratch.onAny.append(state.onAny) }
            if state.arc.target >= 0, !follow(state.arc, &scratch, &budget) { return false }
            if state.otherArcs >= 0 {
                for arc in automaton.otherArcs[Int(state.otherArcs)] {
                    guard follow(arc, &scratch, &budget) else { return false }
                }
            }
        }
        defer {
            for touched in scratch.touched { scratch.byClass[Int(touched)].removeAll(keepingCapacity: true) }
            scratch.touched.removeAll(keepingCapacity: true)
        }
        guard let onAny = automaton.entered(scratch.onAny, marks: &scratch.marks, budget: &budget) else {
            return false
        }

        var classes = scratch.touched
        if space.shape != .free, let slash = alphabet.slash { classes.append(slash) }
        classes.sort()
        // The first class without an arc represents all of them.
        var unnamed: Int32 = 0
        for symbol in classes where symbol == unnamed { unnamed += 1 }
        if unnamed < alphabet.representatives.count {
            classes.insert(unnamed, at: classes.firstIndex { $0 > unnamed } ?? classes.count)
        }
        var previous: Int32 = -1
        for symbol in classes where symbol != previous {
            previous = symbol
            guard let nextShape = space.next(shape, isSlash: symbol == alphabet.slash) else { continue }
            guard budget.spend(onAny.count + 2),
                let named = automaton.entered(scratch.byClass[Int(symbol)], marks: &scratch.marks, budget: &budget)
            else { return false }
            let states = reduce(named.isEmpty ? onAny : onAny + named)
            insert(shape: nextShape, states: states, parent: set, via: symbol)
        }
        return true
    }

    private func follow(_ arc: PatternAutomaton.Arc, _ scratch: inout Scratch, _ budget: inout WorkBudget) -> Bool {
        let classes = alphabet.classesOfSet[Int(arc.set)]
        guard budget.spend(classes.count) else { return false }
        for symbol in classes {
            if scratch.byClass[Int(symbol)].isEmpty { scratch.touched.append(symbol) }
            scratch.byClass[Int(symbol)].append(arc.target)
        }
        return true
    }

    private mutating func insert(shape: Int32, states: [Int32], parent: Int, via symbol: Int32) {
        var key: [Int32] = [shape]
        key.append(contentsOf: states)
        guard setOfKey[key] == nil else { return }
        setOfKey[key] = Int32(keys.count)
        keys.append(key)
        parents.append(Int32(parent))
        via.append(symbol)
    }

    // MARK: - Sets of states

    /// Returns the states in order, without those that cannot affect the result.
    ///
    /// At a `*` of a pattern, earlier states of that pattern are irrelevant, because every text that they would match
    /// also passes through the `*`. Once a deciding pattern matches any continuation, later patterns are irrelevant.
    private func reduce(_ states: [Int32]) -> [Int32] {
        guard states.count > 1 else { return states }
        let sorted = states.sorted()
        var kept: [Int32] = []
        var label: Int32 = -1
        var firstOfLabel = 0
        var last: Int32 = -1
        var closedList: Int32 = -1
        for index in sorted where index != last {
            last = index
            let state = automaton.states[Int(index)]
            if state.label != label {
                label = state.label
                firstOfLabel = kept.count
            }
            if let precedence, closedList >= 0, precedence.listOfLabel[Int(label)] == closedList { continue }
            if state.dominates {
                kept.removeSubrange(firstOfLabel...)
                kept.append(index)
                if let precedence, state.accepts, precedence.decides[Int(label)] {
                    closedList = precedence.listOfLabel[Int(label)]
                }
            } else {
                kept.append(index)
            }
        }
        return kept
    }

    private func labels(of set: Int) -> [Int32] {
        var labels: [Int32] = []
        for index in keys[set].dropFirst() {
            let state = automaton.states[Int(index)]
            if state.accepts, labels.last != state.label { labels.append(state.label) }
        }
        return labels
    }
}

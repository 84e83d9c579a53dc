/// A nondeterministic automaton for several patterns.
///
/// States are numbered in the order of the patterns and of the elements of each pattern.
struct PatternAutomaton: Sendable {
    struct Arc: Sendable {
        var setIndex: Int32
        var target: Int32
    }

    struct State: Sendable {
        var patternIndex: Int32
        /// The transition to the next state; its target is -1 if there is none.
        var arc = Arc(setIndex: -1, target: -1)
        /// The next state for any scalar; -1 if there is none.
        var onAny: Int32 = -1
        /// Whether any scalar also leads back to this state, because a `*` begins here.
        var loops = false
        /// Whether this state makes all earlier states of the pattern superfluous, because a top-level `*` begins here.
        var dominates = false
        var accepts = false
    }

    private struct Branch: Hashable {
        var state: Int32
        var setIndex: Int32
    }

    /// The maximum number of states; patterns beyond the limit are not decided.
    static let maxStates = 300_000

    private(set) var states: [State] = []
    /// Further transitions, which few states have; they are not part of `State`, which contains no references, so
    /// exploration is fast.
    private(set) var otherArcs: [Int32: [Arc]] = [:]
    /// For a state, the further states that are entered together with it.
    private var impliedStates: [Int32: [Int32]] = [:]
    private(set) var sets: [ScalarSet] = []
    private(set) var starts: [Int32] = []

    private var setIndexOfElement: [LanguageElement: Int32] = [:]

    /// Creates an automaton, and deducts from the budget the steps of building it and of preparing its exploration.
    init(_ patterns: [[LanguageElement]], budget: inout WorkBudget) throws(WorkBudget.Exhausted) {
        for (patternIndex, elements) in patterns.enumerated() {
            let start = try addState(patternIndex)
            starts.append(start)
            let end = try append(
                elements, after: start, patternIndex: patternIndex, isAlternative: false, budget: &budget)
            states[Int(end)].accepts = true
        }
        try budget.take(30 + states.count + 8 * sets.count)
    }

    private mutating func addState(_ patternIndex: Int) throws(WorkBudget.Exhausted) -> Int32 {
        guard states.count < Self.maxStates else { throw WorkBudget.Exhausted() }
        states.append(State(patternIndex: Int32(patternIndex)))
        return Int32(states.count - 1)
    }

    /// Returns the index of the element's ``LanguageElement/leadingSet``; `nil` if the element has none.
    private mutating func indexOfSet(for element: LanguageElement) -> Int32? {
        if let known = setIndexOfElement[element] { return known }
        guard let set = element.leadingSet else { return nil }
        let index = Int32(sets.count)
        sets.append(set)
        setIndexOfElement[element] = index
        return index
    }

    private mutating func addState(
        after from: Int32, on setIndex: Int32, patternIndex: Int
    ) throws(WorkBudget.Exhausted) -> Int32 {
        let target = try addState(patternIndex)
        let arc = Arc(setIndex: setIndex, target: target)
        if states[Int(from)].arc.target < 0 {
            states[Int(from)].arc = arc
        } else {
            otherArcs[from, default: []].append(arc)
        }
        return target
    }

    /// Adds the states of `elements`, and returns the last one.
    private mutating func append(
        _ elements: [LanguageElement], after start: Int32, patternIndex: Int, isAlternative: Bool,
        budget: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Int32 {
        var current = start
        for element in elements {
            try budget.take(1)
            switch element {
            case .scalar, .set:
                // These elements always have a set.
                if let setIndex = indexOfSet(for: element) {
                    current = try addState(after: current, on: setIndex, patternIndex: patternIndex)
                }
            case .anyOne:
                let next = try addState(patternIndex)
                states[Int(current)].onAny = next
                current = next
            case .anyRun:
                states[Int(current)].loops = true
                if !isAlternative { states[Int(current)].dominates = true }
            case .alternatives(let alternatives):
                current = try append(
                    alternatives: alternatives, after: current, patternIndex: patternIndex, budget: &budget)
            }
        }
        return current
    }

    /// Adds the states of `alternatives`, and returns the last one; common prefixes share states.
    private mutating func append(
        alternatives: [[LanguageElement]], after start: Int32, patternIndex: Int, budget: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Int32 {
        var ends: Set<Int32> = []
        var targetOfBranch: [Branch: Int32] = [:]
        let root = try addState(patternIndex)
        impliedStates[start, default: []].append(root)
        for alternative in alternatives {
            try budget.take(4 * (alternative.count + 1))
            let setIndices = alternative.compactMap { indexOfSet(for: $0) }
            let canSharePrefix = setIndices.count == alternative.count
            var current = root
            if canSharePrefix {
                for setIndex in setIndices {
                    let branch = Branch(state: current, setIndex: setIndex)
                    if let next = targetOfBranch[branch] {
                        current = next
                    } else {
                        current = try addState(after: current, on: setIndex, patternIndex: patternIndex)
                        targetOfBranch[branch] = current
                    }
                }
            } else {
                current = try addState(patternIndex)
                impliedStates[start, default: []].append(current)
                current = try append(
                    alternative, after: current, patternIndex: patternIndex, isAlternative: true, budget: &budget)
            }
            ends.insert(current)
        }
        let end = try addState(patternIndex)
        for last in ends { impliedStates[last, default: []].append(end) }
        return end
    }

    /// Returns `states` and the states that are entered together with them, without duplicates.
    func entered(
        _ states: [Int32], marks: inout StateMarks, budget: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Int32] {
        marks.clear()
        var list = states.filter { marks.insert($0) }
        var next = 0
        while next < list.count {
            let targets = impliedStates[list[next]] ?? []
            try budget.take(targets.count)
            list += targets.filter { marks.insert($0) }
            next += 1
        }
        try budget.take(list.count)
        return list
    }
}

/// A set of states that is cleared in constant time.
struct StateMarks {
    private var rounds: [Int]
    private var round = 1

    init(count: Int) { rounds = [Int](repeating: 0, count: count) }

    mutating func clear() { round += 1 }

    mutating func insert(_ state: Int32) -> Bool {
        guard rounds[Int(state)] != round else { return false }
        rounds[Int(state)] = round
        return true
    }
}

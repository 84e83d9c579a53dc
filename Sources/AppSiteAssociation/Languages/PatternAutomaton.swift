/// A nondeterministic automaton for several labelled patterns.
///
/// States are numbered in the order in which patterns and their elements were added: for the same label, a higher
/// number is further to the right in the pattern, and states of a higher label have higher numbers.
struct PatternAutomaton: Sendable {
    /// A transition to another state on any scalar of a set.
    struct Arc: Sendable {
        /// The index of the set.
        var set: Int32
        /// The target state.
        var target: Int32
    }

    /// One state.
    struct State: Sendable {
        /// The label of the pattern that the state belongs to.
        var label: Int32
        /// The transition to the next state; its target is -1 if there is none.
        var arc = Arc(set: -1, target: -1)
        /// The index of further transitions in ``PatternAutomaton/otherArcs``, or -1.
        var otherArcs: Int32 = -1
        /// The target state for any scalar, or -1.
        var onAny: Int32 = -1
        /// The index in ``PatternAutomaton/silentSteps`` of the states that are entered together with this one, or -1.
        var silent: Int32 = -1
        /// Whether any scalar also leads back to this state, because a `*` begins here.
        var loops = false
        /// Whether `loops` belongs to the pattern itself, not to one of several alternatives.
        ///
        /// In such a state, all earlier states are irrelevant.
        var dominates = false
        /// Whether the text can end here.
        var accepts = false
    }

    /// A state and the set of its transition.
    private struct Branch: Hashable {
        var state: Int32
        var set: Int32
    }

    /// The maximum number of states; patterns beyond the limit are not decided.
    static let stateLimit = 300_000

    /// The states.
    private(set) var states: [State] = []
    /// The transitions of the few states with several; separate storage keeps a state a plain value, which makes
    /// exploration fast.
    private(set) var otherArcs: [[Arc]] = []
    /// The states that are entered together with another state.
    private(set) var silentSteps: [[Int32]] = []
    /// The sets of the transitions.
    private(set) var sets: [ScalarSet] = []
    /// The start state of each pattern.
    private(set) var starts: [Int32] = []
    /// Whether a pattern was omitted because there were too many states, or the budget was used up.
    private(set) var overflowed = false

    /// The number of steps for the alphabet and the start of an exploration; patterns are charged when they are added.
    var cost: Int { 30 + states.count + 8 * sets.count }

    private var indexOfSet: [ScalarSet: Int32] = [:]
    private var indexOfScalar: [UInt32: Int32] = [:]

    /// Adds a pattern, charging `budget` for each element; labels must not decrease from call to call.
    mutating func add(_ elements: [LanguageElement], label: Int, budget: inout WorkBudget) {
        guard !overflowed, budget.remaining > 0 else {
            overflowed = true
            return
        }
        let start = newState(label)
        starts.append(start)
        if let end = append(elements, after: start, label: label, isAlternative: false, budget: &budget) {
            states[Int(end)].accepts = true
        }
    }

    private mutating func charge(_ steps: Int, _ budget: inout WorkBudget) -> Bool {
        if !budget.spend(steps) { overflowed = true }
        return !overflowed
    }

    private mutating func newState(_ label: Int) -> Int32 {
        if states.count >= Self.stateLimit { overflowed = true }
        states.append(State(label: Int32(label)))
        return Int32(states.count - 1)
    }

    private mutating func index(of set: ScalarSet) -> Int32 {
        if let index = indexOfSet[set] { return index }
        let index = Int32(sets.count)
        sets.append(set)
        indexOfSet[set] = index
        return index
    }

    private mutating func index(of scalar: Unicode.Scalar) -> Int32 {
        if let index = indexOfScalar[scalar.value] { return index }
        let index = index(of: ScalarSet(scalar))
        indexOfScalar[scalar.value] = index
        return index
    }

    /// Returns the index of the set that an element can begin with; `nil` if it can begin with any scalar, or be empty.
    private mutating func index(of element: LanguageElement) -> Int32? {
        switch element {
        case .scalar(let scalar): index(of: scalar)
        case .oneIn(let set): index(of: set)
        case .anyOne, .anyRun, .oneOf: nil
        }
    }

    private mutating func connect(_ from: Int32, _ set: Int32, _ target: Int32) {
        let arc = Arc(set: set, target: target)
        if states[Int(from)].arc.target < 0 {
            states[Int(from)].arc = arc
        } else if states[Int(from)].otherArcs >= 0 {
            otherArcs[Int(states[Int(from)].otherArcs)].append(arc)
        } else {
            states[Int(from)].otherArcs = Int32(otherArcs.count)
            otherArcs.append([arc])
        }
    }

    private mutating func connectSilently(_ from: Int32, _ target: Int32) {
        if states[Int(from)].silent >= 0 {
            silentSteps[Int(states[Int(from)].silent)].append(target)
        } else {
            states[Int(from)].silent = Int32(silentSteps.count)
            silentSteps.append([target])
        }
    }

    /// Appends `elements` and returns their final state; `nil` if there are too many states.
    private mutating func append(
        _ elements: [LanguageElement], after start: Int32, label: Int, isAlternative: Bool, budget: inout WorkBudget
    ) -> Int32? {
        var current = start
        for element in elements {
            guard charge(1, &budget) else { return nil }
            switch element {
            case .scalar, .oneIn:
                guard let set = index(of: element) else { return nil }
                let next = newState(label)
                connect(current, set, next)
                current = next
            case .anyOne:
                let next = newState(label)
                states[Int(current)].onAny = next
                current = next
            case .anyRun:
                states[Int(current)].loops = true
                if !isAlternative { states[Int(current)].dominates = true }
            case .oneOf(let alternatives):
                guard let end = append(alternatives: alternatives, after: current, label: label, budget: &budget)
                else { return nil }
                current = end
            }
        }
        return current
    }

    /// Appends alternatives: sequences of single scalars share common prefixes, which keeps long lists small.
    private mutating func append(
        alternatives: [[LanguageElement]], after start: Int32, label: Int, budget: inout WorkBudget
    ) -> Int32? {
        var ends: [Int32] = []
        var shared: [Branch: Int32] = [:]
        let root = newState(label)
        connectSilently(start, root)
        for alternative in alternatives {
            guard charge(4 * (alternative.count + 1), &budget) else { return nil }
            let keys = alternative.compactMap { index(of: $0) }
            if keys.count == alternative.count {
                var current = root
                for set in keys {
                    if let next = shared[Branch(state: current, set: set)] {
                        current = next
                    } else {
                        let next = newState(label)
                        connect(current, set, next)
                        shared[Branch(state: current, set: set)] = next
                        current = next
                    }
                }
                ends.append(current)
            } else {
                let branch = newState(label)
                connectSilently(start, branch)
                guard let end = append(alternative, after: branch, label: label, isAlternative: true, budget: &budget)
                else { return nil }
                ends.append(end)
            }
        }
        let end = newState(label)
        for last in Set(ends) { connectSilently(last, end) }
        return end
    }

    /// Returns `states` and the states that are entered together with them, without duplicates; `nil` if the budget is
    /// used up.
    func entered(_ states: [Int32], marks: inout StateMarks, budget: inout WorkBudget) -> [Int32]? {
        marks.clear()
        var list = states.filter { marks.insert($0) }
        var next = 0
        while next < list.count {
            let silent = self.states[Int(list[next])].silent
            next += 1
            guard silent >= 0 else { continue }
            let targets = silentSteps[Int(silent)]
            guard budget.spend(targets.count) else { return nil }
            for target in targets where marks.insert(target) { list.append(target) }
        }
        return budget.spend(list.count) ? list : nil
    }
}

/// A set of states that is cleared in constant time.
struct StateMarks {
    private var rounds: [Int]
    private var round = 0

    init(count: Int) { rounds = [Int](repeating: 0, count: count) }

    mutating func clear() { round += 1 }

    /// Adds a state, and returns whether it was absent.
    mutating func insert(_ state: Int32) -> Bool {
        guard rounds[Int(state)] != round else { return false }
        rounds[Int(state)] = round
        return true
    }
}

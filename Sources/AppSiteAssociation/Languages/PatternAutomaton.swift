/// A nondeterministic automaton for several labelled patterns at once.
///
/// States are numbered in the order in which the patterns and their pieces were added, so a higher number of the same label
/// is further to the right in its pattern, and a higher label has higher numbers.
struct PatternAutomaton: Sendable {
    /// A step to another state on a scalar of a set.
    struct Arc: Sendable {
        /// The index of the set.
        var set: Int32
        /// The state that it leads to.
        var target: Int32
    }

    /// One state.
    struct State: Sendable {
        /// The label of the pattern that the state belongs to.
        var label: Int32
        /// The step to the next state; its target is -1 where there is none.
        var arc = Arc(set: -1, target: -1)
        /// The index of further steps in ``PatternAutomaton/otherArcs``, or -1.
        var otherArcs: Int32 = -1
        /// The state that any scalar leads to, or -1.
        var onAny: Int32 = -1
        /// The index in ``PatternAutomaton/silentSteps`` of the states that are entered together with this one, or -1.
        var silent: Int32 = -1
        /// Whether any scalar also leads back here: a `*` begins here.
        var loops = false
        /// Whether `loops` belongs to the pattern itself, not to one of several alternatives.
        ///
        /// A walk in such a state need not remember any earlier state.
        var dominates = false
        /// Whether the text can end here.
        var accepts = false
    }

    /// A state and the set that leads on from it.
    private struct Branch: Hashable {
        var state: Int32
        var set: Int32
    }

    /// The maximum number of states; patterns beyond the limit are not decided.
    static let stateLimit = 300_000

    /// The states.
    private(set) var states: [State] = []
    /// Further steps of the few states that have several; a state stays a plain value this way, which makes the walk fast.
    private(set) var otherArcs: [[Arc]] = []
    /// The states that are entered together with another one.
    private(set) var silentSteps: [[Int32]] = []
    /// The sets on the arcs.
    private(set) var sets: [ScalarSet] = []
    /// The state at which each pattern begins.
    private(set) var starts: [Int32] = []
    /// Whether a pattern was left out because there were too many states, or the budget was used up.
    private(set) var overflowed = false

    /// The steps that the alphabet and a walk cost before the first text; adding patterns was charged already.
    var cost: Int { 30 + states.count + 8 * sets.count }

    private var indexOfSet: [ScalarSet: Int32] = [:]
    private var indexOfScalar: [UInt32: Int32] = [:]

    /// Adds a pattern, charging `budget` for each element; labels must not descend from call to call.
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

    /// The set that an element can begin with, or `nil` when it can be any or none.
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

    /// Appends `elements` and returns the state at their end, or `nil` when there were too many states.
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

    /// Appends alternatives: those that are sequences of single scalars share their beginnings, which keeps long lists small.
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

    /// Returns `states` and the states that are entered together with them, each once; `nil` when the budget is used up.
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

/// A set of states that is cleared at once, however many there are.
struct StateMarks {
    private var rounds: [Int]
    private var round = 0

    init(count: Int) { rounds = [Int](repeating: 0, count: count) }

    mutating func clear() { round += 1 }

    /// Adds a state, and returns whether it is new.
    mutating func insert(_ state: Int32) -> Bool {
        guard rounds[Int(state)] != round else { return false }
        rounds[Int(state)] = round
        return true
    }
}

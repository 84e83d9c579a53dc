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
        /// Where further steps are in ``PatternAutomaton/otherArcs``, or -1.
        var otherArcs: Int32 = -1
        /// The state that any scalar leads to, or -1.
        var onAny: Int32 = -1
        /// Where the states that are entered together with this one are in ``PatternAutomaton/silentSteps``, or -1.
        var silent: Int32 = -1
        /// Whether any scalar also leads back here: a `*` begins here.
        var loops = false
        /// Whether `loops` belongs to the pattern itself, not to one of several alternatives: whoever is here need not remember any earlier place.
        var dominates = false
        /// Whether the text can end here.
        var accepts = false
    }

    /// How many states there may be; what goes beyond that is not decided.
    static let stateLimit = 300_000

    /// The states.
    private(set) var states: [State] = []
    /// Further steps of the few states that have several; a state stays a plain value this way, which makes the walk fast.
    private(set) var otherArcs: [[Arc]] = []
    /// The states that are entered together with another one.
    private(set) var silentSteps: [[Int32]] = []
    /// The sets on the arcs.
    private(set) var sets: [ScalarSet] = []
    /// Where each pattern begins.
    private(set) var starts: [Int32] = []
    /// Whether a pattern was left out because there were too many states.
    private(set) var overflowed = false

    /// What building the automaton and its alphabet costs, in the steps of a ``WorkBudget``.
    var cost: Int { 30 + 2 * states.count + 8 * sets.count }

    private var indexOfSet: [ScalarSet: Int32] = [:]
    private var indexOfScalar: [UInt32: Int32] = [:]

    /// Adds a pattern; labels must not descend from call to call.
    mutating func add(_ elements: [LanguageElement], label: Int) {
        guard !overflowed else { return }
        let start = newState(label)
        starts.append(start)
        if let end = append(elements, after: start, label: label, isAlternative: false) {
            states[Int(end)].accepts = true
        }
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
        _ elements: [LanguageElement], after start: Int32, label: Int, isAlternative: Bool
    ) -> Int32? {
        var current = start
        for element in elements {
            if overflowed { return nil }
            switch element {
            case .scalar(let scalar):
                let next = newState(label)
                connect(current, index(of: scalar), next)
                current = next
            case .oneIn(let set):
                let next = newState(label)
                connect(current, index(of: set), next)
                current = next
            case .anyOne:
                let next = newState(label)
                states[Int(current)].onAny = next
                current = next
            case .anyRun:
                states[Int(current)].loops = true
                if !isAlternative { states[Int(current)].dominates = true }
            case .oneOf(let alternatives):
                guard let end = append(alternatives: alternatives, after: current, label: label) else { return nil }
                current = end
            }
        }
        return current
    }

    /// Appends alternatives: those that are sequences of single scalars share their beginnings, which keeps long lists small.
    private mutating func append(
        alternatives: [[LanguageElement]], after start: Int32, label: Int
    ) -> Int32? {
        var ends: [Int32] = []
        var shared: [[Int32]: Int32] = [:]
        let root = newState(label)
        connectSilently(start, root)
        for alternative in alternatives {
            if overflowed { return nil }
            let keys = alternative.compactMap(\.leadingSet)
            if keys.count == alternative.count {
                var current = root
                for key in keys {
                    let set = index(of: key)
                    if let next = shared[[current, set]] {
                        current = next
                    } else {
                        let next = newState(label)
                        connect(current, set, next)
                        shared[[current, set]] = next
                        current = next
                    }
                }
                ends.append(current)
            } else {
                let branch = newState(label)
                connectSilently(start, branch)
                guard let end = append(alternative, after: branch, label: label, isAlternative: true) else {
                    return nil
                }
                ends.append(end)
            }
        }
        let end = newState(label)
        for last in Set(ends) { connectSilently(last, end) }
        return end
    }

    /// Appends `state` and the states that are entered together with it to `list`.
    func enter(_ state: Int32, into list: inout [Int32]) {
        list.append(state)
        let silent = states[Int(state)].silent
        guard silent >= 0 else { return }
        // Silent steps lead to higher states only, so this ends.
        for next in silentSteps[Int(silent)] { enter(next, into: &list) }
    }
}

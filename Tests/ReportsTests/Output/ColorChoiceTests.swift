import Reports
import Testing

@Suite struct ColorChoiceTests {
    @Test(
        arguments: [
            (ColorChoice.auto, true, [:], true),
            (.auto, false, [:], false),
            (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true),
            (.auto, true, ["TERM": "dumb"], false),
            (.auto, true, ["TERM": "xterm"], true),
            (.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true),
            (.never, true, [:], false),
        ] as [(ColorChoice, Bool, [String: String], Bool)])
    func followsTheConventions(choice: ColorChoice, isTerminal: Bool, environment: [String: String], result: Bool) {
        #expect(choice.usesColor(isTerminal: isTerminal, environment: environment) == result)
    }
}

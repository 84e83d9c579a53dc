import Foundation

/// The loop of libFuzzer, which is part of the toolchain's sanitizer run time.
// Arguments and result are integers and pointers only, which both conventions pass in the same registers.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The tested code, selected by AASA_AUDIT_FUZZER, because libFuzzer interprets all arguments.
enum Fuzzer: String {
    case reader, model, rules, cms, report

    static let chosen = ProcessInfo.processInfo.environment["AASA_AUDIT_FUZZER"].flatMap(Fuzzer.init) ?? .reader

    func check(_ bytes: [UInt8]) {
        switch self {
        case .reader: ReaderFuzzer.check(bytes)
        case .model: ModelFuzzer.check(bytes)
        case .rules: RulesFuzzer.check(bytes)
        case .cms: EnvelopeFuzzer.check(bytes)
        case .report: ReportFuzzer.check(bytes)
        }
    }
}

/// The entry point, which SwiftPM names after the target, so that it does not conflict with libFuzzer's `main`.
@_cdecl("fuzz_main")
func entry(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments) { start, count in
        Fuzzer.chosen.check(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
}

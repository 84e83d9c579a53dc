/// The loop of libFuzzer, which is part of the toolchain's sanitizer run time.
// Arguments and result are integers and pointers only, which both conventions pass in the same registers.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Runs `body` on what libFuzzer makes up; the result is the exit code.
///
/// SwiftPM gives the entry of an executable a name of its own, so that libFuzzer's `main` never finds it: each fuzzer
/// exports that name and comes here.
public func fuzz(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32 {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, body)
}

/// The bytes that libFuzzer hands over.
public func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

import Reporting

@testable import Differential

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  trying(start, count) { Check.oracle(bytes: $0, isAlone: true) }
}

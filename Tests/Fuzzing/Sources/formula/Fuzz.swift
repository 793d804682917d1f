import Reporting

@testable import Claims

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  trying(start, count) { FormulaClaims.violation($0) }
}

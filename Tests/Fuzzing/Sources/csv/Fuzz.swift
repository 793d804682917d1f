import Reporting

@testable import Claims

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  trying(start, count) { CSVClaims.violation($0) }
}

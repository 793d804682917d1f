/// A number, a text, a formula that refers to some of the given cells, or nothing, as a user could
/// type it.
func randomContent(
  naming names: [String], _ random: inout some RandomNumberGenerator
) -> String {
  func cell() -> String { names.randomElement(using: &random) ?? "A1" }
  return switch Int.random(in: 0..<10, using: &random) {
  case 0: ""
  case 1, 2: String(Int.random(in: -3...3, using: &random))
  case 3: "=\(cell())+\(cell())"
  case 4: "=IF(\(cell())>0,\(cell()),\(cell()))"
  case 5: "=SUM(\(cell()):\(cell()))"
  case 6: "=IFERROR(\(cell()),\(cell()))&\"x\""
  case 7: "=INDEX(A:A,\(Int.random(in: 1...6, using: &random)))"
  case 8: "text"
  default: "=MAX(B:B)-\(cell())"
  }
}

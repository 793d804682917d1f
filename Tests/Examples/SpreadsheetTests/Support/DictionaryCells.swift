@testable import Spreadsheet

/// Cells with fixed values that record their reads.
final class DictionaryCells: CellSource {
  private let values: [CellAddress: CellValue]

  /// The addresses that were read, in order.
  private(set) var reads: [String] = []

  init(_ contents: [String: String]) {
    var values: [CellAddress: CellValue] = [:]
    for (name, text) in contents {
      guard let address = CellAddress(name) else { continue }
      values[address] =
        switch CellContent(text).meaning {
        case .constant(let value): value
        case .broken(let error): .error(CellError(.parse, error.description))
        case .formula(let formula): Evaluator(cells: DictionaryCells([:])).evaluate(formula)
        }
    }
    self.values = values
  }

  func value(at address: CellAddress) -> CellValue {
    reads.append(address.description)
    return values[address] ?? .empty
  }

  func forEachValue(in range: CellRange, _ body: (CellAddress, CellValue) -> Bool) {
    for address in values.keys.sorted() where range.contains(address) {
      guard body(address, value(at: address)) else { return }
    }
  }

  var lastRowInUse: Int { values.keys.map(\.row).max() ?? 0 }
}

/// The printed value of a formula over cells with fixed contents.
///
/// A cell with an error is a formula that fails, such as `=1/0`.
func evaluate(_ text: String, _ contents: [String: String] = [:]) -> String {
  guard let formula = CellContent(text).formula else { return "does not parse" }
  return Evaluator(cells: DictionaryCells(contents)).evaluate(formula).description
}

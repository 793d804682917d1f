import Upkeep

@testable import Spreadsheet

/// A sheet that is edited and read by texts.
final class SheetTester {
  private static func ignore(_ misuse: Misuse) {}

  let sheet = Sheet()

  init(_ contents: KeyValuePairs<String, String> = [:]) {
    set(contents)
  }

  /// Types into cells as one edit, and returns the text that `sheet` would print.
  @discardableResult
  func set(_ contents: KeyValuePairs<String, String>) -> String {
    withMisuseHandler(Self.ignore) {
      let report = sheet.edit {
        for (name, text) in contents {
          if let address = CellAddress(name) {
            sheet.setContent(CellContent(text), at: address)
          }
        }
      }
      let changes = report.changed.map(\.description) + ["recomputed \(report.recomputed)"]
      return changes.joined(separator: "; ")
    }
  }

  /// The printed values of cells, with the messages of errors.
  func get(_ names: String...) -> [String] {
    withMisuseHandler(Self.ignore) {
      names.compactMap { CellAddress($0) }.map { address in
        let value = sheet.shownValue(at: address)
        return value.error.map { "\(value) \($0.message)" } ?? value.description
      }
    }
  }
}

import Upkeep

@testable import Spreadsheet

/// A sheet that is edited and read by text.
final class SheetTester {
  private static func ignore(_ misuse: Misuse) {}

  let sheet = Sheet()

  init(_ contents: KeyValuePairs<String, String> = [:]) {
    set(contents)
  }

  /// Fills the sheet as a file does.
  func load(_ contents: some Sequence<(key: String, value: String)>) {
    withMisuseHandler(Self.ignore) {
      sheet.load { hand in
        for (name, text) in contents { CellAddress(name).map { hand($0, text) } }
      }
    }
  }

  /// Types into cells as one edit, and returns the text that `sheet` prints.
  @discardableResult
  func set(_ contents: KeyValuePairs<String, String>) -> String { edit(contents) }

  /// Types contents that are not a literal into cells, as one edit.
  @discardableResult
  func edit(_ contents: some Sequence<(key: String, value: String)>) -> String {
    withMisuseHandler(Self.ignore) {
      let report = sheet.edit {
        for (name, text) in contents { sheet.type(text, into: name) }
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

extension Sheet {
  /// Types into a cell, inside an edit.
  func type(_ text: String, into name: String) {
    if let address = CellAddress(name) { setContent(CellContent(text), at: address) }
  }
}

import ExampleScripts

/// A sheet and the record of its edits, for undo and redo.
final class Workbook {
  /// The sheet that is edited.
  let sheet = Sheet()

  /// The computing time of the last edit; `nil` before the first edit.
  private(set) var timeOfLastEdit: Duration?

  private var history = StepHistory<EditStep>()
  private var openStep = EditStep()

  /// Creates a workbook with an empty sheet.
  init() {}

  /// Creates a workbook from contents, which cannot be undone.
  convenience init(contents: [(CellAddress, String)]) {
    self.init()
    sheet.load { content in
      for (address, text) in contents { content(address, text) }
    }
  }

  /// Makes edits as one step.
  ///
  /// - Parameter body: Calls ``setContent(_:at:)``, and throws to roll back.
  /// - Returns: The result of the edits.
  /// - Throws: The error of `body`, after everything has been restored.
  func edit<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> EditReport {
    openStep = EditStep()
    let report = try sheet.attempt(body)
    timeOfLastEdit = sheet.computing
    if !openStep.isEmpty { history.add(openStep) }
    return report
  }

  /// Types into a cell; only inside ``edit(_:)``.
  func setContent(_ content: CellContent, at address: CellAddress) {
    openStep.add(before: sheet.content(at: address), after: content, at: address)
    sheet.setContent(content, at: address)
  }

  /// Undoes the last step; returns `nil` if there is none.
  func undo() -> EditReport? {
    history.undo().map { apply($0, \.before) }
  }

  /// Redoes the step that was undone last; returns `nil` if there is none.
  func redo() -> EditReport? {
    history.redo().map { apply($0, \.after) }
  }

  private func apply(
    _ step: EditStep, _ content: (EditStep.Change) -> CellContent
  ) -> EditReport {
    let report = sheet.edit {
      for (address, change) in step.changes {
        sheet.setContent(content(change), at: address)
      }
    }
    timeOfLastEdit = sheet.computing
    return report
  }
}

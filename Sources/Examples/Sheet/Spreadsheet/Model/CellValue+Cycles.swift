import Upkeep

extension CellValue: FailureCatching {
  /// The value of each cell of a ring.
  ///
  /// Errors are among the values of a cell; a `Result` around them would be larger.
  package static func failure(_ error: CycleError) -> Any? {
    CellValue.error(CellError(Ring(path: error.sharedPath)))
  }
}

import Upkeep

extension CellValue: FailureCatching {
  /// The value of each cell of a ring, as `.failure` is that of a `Result`: a cell has its errors among its
  /// values, and a `Result` around them would be larger.
  package static func failure(_ error: CycleError) -> Any? {
    CellValue.error(CellError(Ring(path: error.sharedPath)))
  }
}

/// The source of the cells that formulas refer to.
///
/// A read makes one cell depend on another, so evaluation reads only the cells that it needs.
protocol CellSource: AnyObject {
  /// The value of one cell; empty if there is none.
  func value(at address: CellAddress) -> CellValue

  /// Passes the cells of a range that were ever filled, row by row and from left to right.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - body: Returns whether to go on.
  func forEachValue(in range: CellRange, _ body: (CellAddress, CellValue) -> Bool)

  /// The last row with a nonempty cell; 0 in an empty sheet.
  var lastRowInUse: Int { get }
}

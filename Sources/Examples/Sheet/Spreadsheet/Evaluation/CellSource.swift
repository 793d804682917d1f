/// The source in which formulas find the cells that they refer to.
///
/// A read makes one cell depend on another, so a source is asked only for the cells that are
/// needed.
protocol CellSource: AnyObject {
  /// The value of one cell; empty where there is none.
  func value(at address: CellAddress) -> CellValue

  /// Hands over the cells of a range that were ever filled, row by row and from left to right.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - body: Returns whether to go on.
  func forEachValue(in range: CellRange, _ body: (CellAddress, CellValue) -> Bool)

  /// The last row in which any cell holds something; 0 in an empty sheet.
  var lastRowInUse: Int { get }
}

extension CellValue {
  /// The order of two values: numbers before texts before booleans; texts without case.
  ///
  /// An empty value counts as 0, an empty text or FALSE, depending on the other side. Errors are
  /// not compared; callers handle them before.
  ///
  /// - Returns: Negative if `self` comes before `other`, 0 if they are equal, otherwise positive.
  func compared(to other: CellValue) -> Int {
    switch (self, other) {
    case (.empty, .empty): 0
    case (.empty, _): -other.compared(to: self)
    case (.number(let left), .empty): Self.order(left, 0)
    case (.text(let left), .empty): left.isEmpty ? 0 : 1
    case (.boolean(let left), .empty): left ? 1 : 0
    case (.number(let left), .number(let right)): Self.order(left, right)
    case (.text(let left), .text(let right)): left.comparedWithoutCase(to: right)
    case (.boolean(let left), .boolean(let right)): Self.order(left ? 1 : 0, right ? 1 : 0)
    default: Self.order(Double(rank), Double(other.rank))
    }
  }

  private var rank: Int {
    switch self {
    case .empty, .number: 0
    case .text: 1
    case .boolean: 2
    case .error: 3
    }
  }

  private static func order(_ left: Double, _ right: Double) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }
}

extension String {
  /// Compares by Unicode scalars after lower-casing: a negative number, 0 or a positive number.
  ///
  /// UTF-8 bytes have the same order as their scalars.
  func comparedWithoutCase(to other: String) -> Int {
    let left = lowercased()
    let right = other.lowercased()
    if left.utf8.elementsEqual(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }
}

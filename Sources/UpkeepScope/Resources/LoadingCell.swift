/// A resource in a scope, of any value type.
class LoadingCell: Cell {
  /// The loader.
  var loading: any Loading { preconditionFailure("Upkeep: a cell that loads must have a loader") }
}

extension Cell {
  /// The cell's loader; nil if the cell is not a resource.
  final var loadingIfAny: (any Loading)? { (self as? LoadingCell)?.loading }
}

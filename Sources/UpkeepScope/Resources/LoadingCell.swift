/// A resource in a scope, of any value type.
class LoadingCell: Cell {
  /// Its loader.
  var loading: any Loading { preconditionFailure("Upkeep: a cell that loads must have a loader") }
}

extension Cell {
  /// Its loader; nil for a cell that is no resource.
  final var loadingIfAny: (any Loading)? { (self as? LoadingCell)?.loading }
}

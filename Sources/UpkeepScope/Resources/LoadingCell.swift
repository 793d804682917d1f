/// A resource in a scope, whatever the type of its value.
class LoadingCell: Cell {
  /// What loads it.
  var loading: any Loading { preconditionFailure("Upkeep: a cell that loads must have a loader") }
}

extension Cell {
  /// What loads it; nil for what is no resource.
  final var loadingIfAny: (any Loading)? { (self as? LoadingCell)?.loading }
}

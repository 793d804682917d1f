import Upkeep

// Finding the cells of resources.
extension ScopeCore {
  func resourceCell<R: ResourceDefinition>(of resource: R) -> ResourceCell<R.Success> {
    // SAFETY: `ResourceDefinition.makeCell` makes no other.
    unsafeDowncast(cell(of: resource), to: ResourceCell<R.Success>.self)
  }

  /// The cells of a load's inputs.
  func cells(showing inputs: Inputs) -> [Cell] { inputs.properties.compactMap(cell(showing:)) }
}

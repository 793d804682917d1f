import Upkeep

// Finding the cells of resources.
extension ScopeCore {
  func resourceCell<R: ResourceDefinition>(of resource: R) -> ResourceCell<R.Success> {
    // SAFETY: a `ResourceDeclaration` makes only resource cells.
    unsafeDowncast(cell(of: resource), to: ResourceCell<R.Success>.self)
  }

  /// Returns the cells of a load's inputs.
  func cells(showing inputs: Inputs) -> [Cell] { inputs.properties.compactMap(cell(showing:)) }
}

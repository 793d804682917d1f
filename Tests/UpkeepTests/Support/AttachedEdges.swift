@testable import Upkeep

/// The edges to the readers of a property that are in its list.
func attachedEdges(of property: UntypedProperty) -> [EdgeRef] {
  Graph.looking { Graph.subscribers(of: property.node) }
}

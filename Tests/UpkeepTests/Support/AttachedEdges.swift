@testable import Upkeep

/// The attached edges below a property: the edges in its list of subscribers.
func attachedEdges(of property: UntypedProperty) -> [EdgeRef] {
  Graph.looking { Graph.subscribers(of: property.node) }
}

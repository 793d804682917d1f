import UpkeepScope

/// A line of text about a live definition: its name, its kind, and the names of its inputs.
struct GraphLine: Hashable, Identifiable {
  /// The place of the definition in the graph.
  let id: Int
  let text: String
}

extension DefinitionGraph {
  /// A line for each definition, by name.
  var lines: [GraphLine] {
    nodes.enumerated().map { place, node in
      let inputs = node.inputs.map { nodes[$0].name }.joined(separator: ", ")
      let text = "\(node.name) (\(node.kind.rawValue))"
      return GraphLine(id: place, text: inputs.isEmpty ? text : "\(text) <- \(inputs)")
    }
  }
}

import UpkeepScope

/// A line of text about a definition that is live: its name, its kind, and the names of those that
/// it has read.
struct GraphLine: Hashable, Identifiable {
  /// Its place in the graph.
  let id: Int
  let text: String
}

extension DefinitionGraph {
  /// A line for each definition, by name.
  var lines: [GraphLine] {
    var inputs: [Int: [String]] = [:]
    for edge in edges { inputs[edge.to, default: []].append(nodes[edge.from].name) }
    return nodes.enumerated().map { place, node in
      let from = inputs[place].map { " <- \($0.joined(separator: ", "))" } ?? ""
      return GraphLine(id: place, text: "\(node.name) (\(node.kind.rawValue))\(from)")
    }
  }
}

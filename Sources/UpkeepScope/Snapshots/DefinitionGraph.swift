import Upkeep

/// The live definitions of a scope, each with the definitions that it has read.
public struct DefinitionGraph: Hashable, Sendable {
  /// A live definition.
  public struct Node: Hashable, Sendable {
    /// The definition's name; the name of a family's member includes the parameter.
    public let name: String
    /// The kind of the definition.
    public let kind: DefinitionKind
    /// The places in `nodes` of the definitions that it has read, in ascending order.
    public let inputs: [Int]
  }

  /// The definitions, sorted by name.
  public let nodes: [Node]

  init(_ records: [SnapshotRecord]) {
    let ordered = records.sorted {
      ($0.name, $0.kind.rawValue, $0.key.number) < ($1.name, $1.kind.rawValue, $1.key.number)
    }
    let places = Dictionary(
      uniqueKeysWithValues: ordered.enumerated().map { ($1.key, $0) })
    nodes = ordered.map { record in
      let inputs = record.needs.compactMap { places[$0] }.sorted()
      return Node(name: record.name, kind: record.kind, inputs: inputs)
    }
  }

  /// Pairs of places: the second definition has read the first.
  private var edges: [(from: Int, to: Int)] {
    nodes.enumerated().flatMap { place, node in node.inputs.map { ($0, place) } }
      .sorted { $0 < $1 }
  }

  /// The graph in Graphviz's DOT language.
  public var dot: String {
    let colors: [DefinitionKind: String] = [
      .atom: "gold", .computed: "lightblue", .resource: "palegreen",
    ]
    let lines =
      nodes.enumerated().map { place, node in
        "  n\(place) [label=\"\(escaped(node.name))\", fillcolor=\(colors[node.kind, default: "white"])];"
      } + edges.map { "  n\($0.from) -> n\($0.to);" }
    return """
      digraph scope {
        rankdir=LR;
        node [shape=box, style="rounded,filled"];
      \(lines.joined(separator: "\n"))
      }

      """
  }

  /// The graph in Mermaid's language.
  public var mermaid: String {
    let lines =
      nodes.enumerated().map { place, node in
        "  n\(place)[\"\(entities(node.name))\"]:::\(node.kind.rawValue)"
      } + edges.map { "  n\($0.from) --> n\($0.to)" }
    return """
      graph LR
      \(lines.joined(separator: "\n"))
        classDef atom fill:gold
        classDef computed fill:lightblue
        classDef resource fill:palegreen

      """
  }

  private func escaped(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n", "\r\n", "\r": text += "\\n"
      default: text.append(character)
      }
    }
  }

  private func entities(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      switch character {
      case "\"": text += "#quot;"
      case "#": text += "#35;"
      case "<": text += "#lt;"
      case ">": text += "#gt;"
      case "&": text += "#amp;"
      case "\n", "\r\n", "\r": text += "<br>"
      default: text.append(character)
      }
    }
  }
}

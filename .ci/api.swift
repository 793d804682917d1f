// Lists the declarations in symbol graphs, for .ci/api: list GRAPHS FOUND PRODUCT...
import Foundation

struct Graph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Extension: Decodable { let constraints: [Constraint]? }
    struct Location: Decodable {}
    struct Identifier: Decodable { let precise: String }

    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let swiftExtension: Extension?
    /// Nil for a symbol that the compiler has added.
    let location: Location?
  }

  struct Constraint: Decodable { let kind, lhs, rhs: String }

  struct Relationship: Decodable {
    let kind, source, target: String
    /// The name of a target in another module.
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

/// The constraints in brackets, without `Copyable` and `Escapable`, which the compiler adds only to
/// some types.
func suffix(_ constraints: [Graph.Constraint]?) -> String {
  let demands = (constraints ?? []).filter { !["Copyable", "Escapable"].contains($0.rhs) }
    .map { constraint in
      switch constraint.kind {
      case "conformance", "superclass": "\(constraint.lhs): \(constraint.rhs)"
      default: "\(constraint.lhs) == \(constraint.rhs)"
      }
    }
  return demands.isEmpty ? "" : " [where \(demands.joined(separator: ", "))]"
}

extension Graph {
  /// The protocols and superclasses of declared types, without those that the compiler adds.
  var inheritances: [String] {
    let names = Dictionary(
      uniqueKeysWithValues: symbols.map {
        ($0.identifier.precise, $0.pathComponents.joined(separator: "."))
      })
    return relationships.compactMap { relationship in
      guard ["conformsTo", "inheritsFrom"].contains(relationship.kind) else { return nil }
      let target = relationship.targetFallback ?? names[relationship.target] ?? relationship.target
      if ["Copyable", "Escapable", "SendableMetatype"].map({ "Swift." + $0 }).contains(target) {
        return nil
      }
      let source = names[relationship.source] ?? relationship.source
      return "\(relationship.kind) \(source): \(target)\(suffix(relationship.swiftConstraints))"
    }
  }
}

extension Graph.Symbol {
  var kindName: String { kind.identifier.replacingOccurrences(of: "swift.", with: "") }

  /// Kind, full name, declaration, and the constraints of the enclosing extension.
  var line: String {
    let declaration = declarationFragments.map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(kindName) \(pathComponents.joined(separator: ".")): \(declaration)"
      + suffix(swiftExtension?.constraints)
  }
}

let types: Set = ["class", "struct", "enum", "protocol", "actor", "macro"]
let functions: Set = ["method", "type.method", "func", "func.op"]
let arguments = CommandLine.arguments
let graphs = URL(fileURLWithPath: arguments[1])
let found = URL(fileURLWithPath: arguments[2])
var (typeCount, initCount, functionCount, otherCount) = (0, 0, 0, 0)

for product in arguments[3...] {
  var lines: [String] = []
  for file in try FileManager.default.contentsOfDirectory(atPath: graphs.path)
  where file == "\(product).symbols.json" || file.hasPrefix("\(product)@") {
    let data = try Data(contentsOf: graphs.appendingPathComponent(file))
    let graph = try JSONDecoder().decode(Graph.self, from: data)
    lines += graph.inheritances
    for symbol in graph.symbols where symbol.location != nil {
      lines.append(symbol.line)
      switch symbol.kindName {
      case let kind where types.contains(kind): typeCount += 1
      case let kind where functions.contains(kind): functionCount += 1
      case "init": initCount += 1
      default: otherCount += 1
      }
    }
  }
  let text = lines.sorted().map { $0 + "\n" }.joined()
  try text.write(
    to: found.appendingPathComponent("\(product).txt"), atomically: true, encoding: .utf8)
}

print(
  """
  \(typeCount + initCount + functionCount) types, initialisers and functions: \
  \(typeCount) + \(initCount) + \(functionCount); and \(otherCount) properties, cases and the like.
  """)

import Upkeep

/// The declaration of a definition: its identity, its name, its place in the source, its lifetime.
@_documentation(visibility: internal)
public struct Declaration: Sendable {
  @usableFromInline var id: DefinitionID
  @usableFromInline var slot: Int
  var customName: String?
  @usableFromInline let file: StaticString
  @usableFromInline let line: UInt
  let lifetime: Lifetime

  @usableFromInline
  init(_ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime) {
    let identity = Identity()
    id = DefinitionID(identity)
    slot = identity.slot
    customName = name
    self.file = file
    self.line = line
    self.lifetime = lifetime
  }

  /// That of a type of the program's own.
  init<Node: Hashable & Sendable>(
    _ node: Node, _ lifetime: Lifetime, file: StaticString = #fileID, line: UInt = #line
  ) {
    id = DefinitionID(ParameterKey(node, of: nil))
    slot = -1
    customName = nodeName(node)
    self.file = file
    self.line = line
    self.lifetime = lifetime
  }

  /// Its name in messages, snapshots and pictures.
  var name: String {
    let base = customName ?? "\(file):\(line)"
    return id.parameter.map { "\(base)(\($0))" } ?? base
  }

  /// The name to give to its properties, nil to have them show file and line.
  @usableFromInline var propertyName: String? { id.parameter == nil ? customName : name }

  var label: Label { Label(propertyName, file, line) }

  /// Makes it that of a member of a family.
  mutating func join(_ family: Identity, _ parameter: some Hashable & Sendable) {
    id = DefinitionID(ParameterKey(parameter, of: family))
    slot = -1
  }
}

/// The name of a value of a type of the program's own: `Badge`, `Draft(room: 7)`, `Page.first`.
private func nodeName<Node>(_ node: Node) -> String {
  let (type, text) = ("\(Node.self)", "\(node)")
  if text == "\(type)()" { return type }
  if text.hasPrefix("\(type)(") { return text }
  return Mirror(reflecting: node).displayStyle == .enum ? "\(type).\(text)" : "\(type)(\(text))"
}

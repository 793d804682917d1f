/// Reads values, one level at a time.
final class ValueReader {
  /// Cached facts of types, because asking a type is slow.
  private var types: [ObjectIdentifier: TypeFacts] = [:]

  /// Returns one level of a value, without looking into its parts.
  func shape(of value: Any) -> ValueShape {
    var value = value
    if type(of: value) == String.self, let text = value as? String { return .quoted(text) }
    var mirror = Mirror(reflecting: value)
    var wraps = 0
    while mirror.displayStyle == .optional || type(of: value) == AnyHashable.self {
      guard let inner = mirror.children.first?.value else {
        return .plain((0..<wraps).reduce("nil") { text, _ in "Optional(\(text))" })
      }
      wraps += mirror.displayStyle == .optional ? 1 : 0
      value = inner
      mirror = Mirror(reflecting: value)
    }
    let facts = facts(of: value)
    let simple = facts.isSimple ? self.simple(value, facts) : nil
    return simple ?? described(value, mirror, facts) ?? group(value, mirror, facts)
  }

  /// Returns the text of a level on one line; nil if a part may need a line of its own.
  func line(of shape: ValueShape) -> String? {
    if let line = shape.bareLine { return line }
    guard case .group(let group) = shape, group.arrangement == .payload else { return nil }
    var texts: [String] = []
    for part in group.parts {
      guard let text = self.shape(of: part.value).bareLine else { return nil }
      texts.append(ValuePlace(label: part.label).opened(text))
    }
    return group.around(texts.joined(separator: ", "))
  }

  /// Returns the lines of a value and everything in it.
  func lines(
    _ value: Any, at place: ValuePlace, mark: ValueLine.Mark = .both
  ) -> [ValueLine] {
    var writer = ValueWriter(reader: self, mark: mark)
    writer.write(value, at: place)
    return writer.lines
  }

  /// Returns the text, on one line, of a value that is `level` levels deep.
  func text(_ value: Any, level: Int = 0) -> String {
    var writer = ValueWriter(reader: self, mark: .both, isOneLine: true)
    writer.write(value, at: ValuePlace(level: level))
    return writer.lines.reduce(into: "") { text, line in
      text += text.hasSuffix(",") ? " " + line.text : line.text
    }
  }

  /// Returns the group with the members of a set sorted by their texts.
  func sorted(_ group: ValueShape.Group, level: Int) -> ValueShape.Group {
    guard group.arrangement == .members, level < ValuePlace.levels else { return group }
    var group = group
    for index in group.parts.indices {
      group.parts[index].text = text(group.parts[index].value, level: level + 1)
    }
    group.parts.sort { ($0.text ?? "") < ($1.text ?? "") }
    return group
  }

  /// Returns the text of a value's `id`; nil without `id`, or if `id` is an object identity.
  func identity(of value: Any) -> String? {
    func open<Element: Identifiable>(_ element: Element) -> Any { element.id }
    guard let element = value as? any Identifiable else { return nil }
    let id = open(element)
    return id is ObjectIdentifier ? nil : text(id)
  }

  /// Returns whether two values are equal by `==`; nil if the values cannot be compared.
  func areEqual(_ old: Any, _ new: Any) -> Bool? {
    guard facts(of: old).isEquatable, let old = old as? any Equatable else { return nil }
    func open<Value: Equatable>(_ old: Value) -> Bool? { (new as? Value).map { old == $0 } }
    return open(old)
  }

  private func facts(of value: Any) -> TypeFacts {
    let type = type(of: value)
    if let facts = types[ObjectIdentifier(type)] { return facts }
    let facts = TypeFacts(type, of: value)
    types[ObjectIdentifier(type)] = facts
    return facts
  }
}

// MARK: - Without parts

extension ValueReader {
  /// Returns the text of numbers, characters, types, key paths and actors.
  private func simple(_ value: Any, _ facts: TypeFacts) -> ValueShape? {
    if type(of: value) == Bool.self { return .plain("\(value)") }
    if let number = value as? any Numeric & CustomStringConvertible {
      return .plain(number.description)
    }
    if let text = value as? any StringProtocol { return .quoted(String(text)) }
    if let character = value as? Character { return .quoted(String(character)) }
    if let scalar = value as? Unicode.Scalar { return .quoted(String(Character(scalar))) }
    if let text = value as? StaticString { return .quoted(text.description) }
    if let type = value as? Any.Type { return .plain(TypeText(type).full + ".self") }
    if let path = value as? AnyKeyPath { return .plain("\(path)") }
    if value is any Actor { return .plain(facts.name.short + "(…)") }
    return nil
  }

  /// Returns the text of a value that has no parts, or whose parts are internal to a library.
  private func described(
    _ value: Any, _ mirror: Mirror, _ facts: TypeFacts
  ) -> ValueShape? {
    let name = facts.name.short
    switch mirror.displayStyle {
    case .enum:
      guard mirror.children.isEmpty else { return nil }
      let text = String(describing: value)
      return .plain(facts.describesItself ? "\(name)(\(text))" : "\(name).\(text)")
    case .tuple, .collection, .set, .dictionary: return nil
    default: break
    }
    let hasParts = !mirror.children.isEmpty || mirror.superclassMirror != nil
    if facts.describesItself, facts.name.isOfLibrary || !hasParts {
      let text = String(describing: value)
      return .plain(text.hasPrefix(name + "(") ? text : "\(name)(\(text))")
    }
    let text = mirror.displayStyle == nil && !hasParts ? String(describing: value) : ""
    return ["(Function)", "(Opaque Value)"].contains(text) ? .plain(text) : nil
  }
}

// MARK: - With parts

extension ValueReader {
  private func group(_ value: Any, _ mirror: Mirror, _ facts: TypeFacts) -> ValueShape {
    let name = facts.name.short
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return .plain(name) }
      return enumeration("\(name).\(payload.label ?? "")", payload.value)
    case .tuple:
      return .group(
        ValueShape.Group(
          opening: "(", closing: ")", arrangement: .payload, parts: labelled(mirror.children)))
    case .collection: return collection(name, mirror)
    case .set: return set(name, mirror)
    case .dictionary: return dictionary(name, mirror)
    default:
      let mirrors = sequence(first: mirror, next: \.superclassMirror).reversed()
      let parts = labelled(mirrors.flatMap(\.children))
      let object = type(of: value) is AnyClass ? value as AnyObject : nil
      return .group(
        ValueShape.Group(
          opening: "\(name)(", closing: ")", arrangement: .fields, parts: parts, object: object))
    }
  }

  private func enumeration(_ name: String, _ payload: Any) -> ValueShape {
    let mirror = Mirror(reflecting: payload)
    var parts = [ValueShape.Part(label: nil, value: payload)]
    if mirror.displayStyle == .tuple { parts = labelled(mirror.children) }
    if parts.isEmpty { return .plain(name) }
    return .group(
      ValueShape.Group(opening: "\(name)(", closing: ")", arrangement: .payload, parts: parts))
  }

  private func collection(_ name: String, _ mirror: Mirror) -> ValueShape {
    let isArray = ["Array", "ArraySlice", "ContiguousArray"].contains(name)
    let parts = mirror.children.enumerated().map { index, child in
      ValueShape.Part(label: "[\(index)]", value: child.value)
    }
    return .group(
      ValueShape.Group(
        opening: isArray ? "[" : "\(name)([", closing: isArray ? "]" : "])",
        arrangement: .elements, parts: parts))
  }

  private func set(_ name: String, _ mirror: Mirror) -> ValueShape {
    let parts = mirror.children.map { ValueShape.Part(label: nil, value: $0.value) }
    return .group(
      ValueShape.Group(opening: "\(name)([", closing: "])", arrangement: .members, parts: parts))
  }

  private func dictionary(_ name: String, _ mirror: Mirror) -> ValueShape {
    let isPlain = name == "Dictionary"
    let parts = mirror.children.map { child in
      let pair = Array(Mirror(reflecting: child.value).children)
      let key = pair.first.map { text($0.value) }
      return ValueShape.Part(label: key, value: pair.last?.value ?? child.value)
    }
    return .group(
      ValueShape.Group(
        opening: isPlain ? "[" : "\(name)([", closing: isPlain ? "]" : "])", arrangement: .keyed,
        parts: parts.sorted { ($0.label ?? "") < ($1.label ?? "") },
        empty: isPlain ? "[:]" : "\(name)([:])"))
  }

  /// Returns parts with the names that they have in source code.
  private func labelled(_ children: some Sequence<Mirror.Child>) -> [ValueShape.Part] {
    let lazyStorage = "$__lazy_storage_$_"
    let children = Array(children)
    let taken = Set(children.map(\.label))
    return children.map { label, value in
      guard let label, !label.hasPrefix(".") else {
        return ValueShape.Part(label: nil, value: value)
      }
      var name = label
      if label.hasPrefix(lazyStorage) {
        name = String(label.dropFirst(lazyStorage.count))
      } else if label.hasPrefix("_"), label.count > 1, !taken.contains(String(label.dropFirst())) {
        name = String(label.dropFirst())
      }
      return ValueShape.Part(label: name, value: value)
    }
  }
}

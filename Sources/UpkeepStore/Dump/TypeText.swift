/// The name of a type, without module names.
struct TypeText {
  /// The name with generic arguments: `Box<Int>.Lid`.
  let full: String

  /// The name without generic arguments: `Box.Lid`.
  let short: String

  /// Whether the standard library or Foundation declares the type.
  let isOfLibrary: Bool

  init(_ type: Any.Type) {
    let name = TypeText.withoutPlaces(String(reflecting: type))
    full = TypeText.withoutModules(name)
    short = TypeText.withoutArguments(full)
    isOfLibrary = ["Swift.", "Foundation", "_Concurrency.", "__C."].contains(where: name.hasPrefix)
  }

  /// Removes `(unknown context at $1f2e)` of private and local types, and `(extension in Module)`.
  private static func withoutPlaces(_ name: String) -> String {
    var result = ""
    var rest = name[...]
    while let start = rest.firstIndex(of: "(") {
      result += rest[..<start]
      rest = rest[start...]
      let isPlace = rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in ")
      if isPlace, let end = rest.firstIndex(of: ")") {
        rest = rest[end...].dropFirst(2)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }

  /// Removes the first component of each dotted name, except `Any` of `Any.Type`.
  private static func withoutModules(_ name: String) -> String {
    var result = ""
    var word = ""
    var isFirst = true
    for character in name {
      if character == "." {
        if !isFirst || word.isEmpty || word == "Any" { result += word + "." }
        word = ""
        isFirst = false
      } else if " ,<>()[]&:-".contains(character) {
        result += word
        result.append(character)
        word = ""
        isFirst = character != ">"
      } else {
        word.append(character)
      }
    }
    return result + word
  }

  private static func withoutArguments(_ name: String) -> String {
    var depth = 0
    return name.filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
  }
}

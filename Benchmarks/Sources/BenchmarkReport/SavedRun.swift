/// The cases of a saved `--json` run.
package struct SavedRun {
  /// The name of the file in messages.
  package let file: String
  package let cases: [Case]

  /// The reason why a file is no saved run.
  package struct Mistake: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Reads the output of `JSONOutput`, and ignores unknown keys.
  package init(_ bytes: [UInt8], file: String) throws(Mistake) {
    self.file = file
    do {
      cases = try SavedRun.cases(in: JSONReader.value(in: bytes))
    } catch {
      throw Mistake(description: "\(file): \(error); it should be what --json has written")
    }
  }

  private static func cases(in root: JSONValue) throws(JSONError) -> [Case] {
    guard case .array(let elements) = root.content else {
      throw JSONError(expected: "an array of cases", found: root.description, place: root.place)
    }
    var cases: [Case] = []
    var known: Set<Key> = []
    for element in elements {
      let one = try Case(Members(element))
      guard known.insert(one.key).inserted else {
        throw JSONError(
          expected: "each case once", found: "\(one.key) again", place: element.place)
      }
      cases.append(one)
    }
    return cases
  }
}

extension Case {
  /// A case of a saved run.
  fileprivate init(_ members: Members) throws(JSONError) {
    try members.requireTrue("checked")
    self.init(
      Key(
        name: try members.string("name"), form: try members.string("form"),
        engine: try members.string("engine"), n: try members.integer("n")),
      nsPerWrite: try members.time("nsPerWrite"), nsPerNode: try members.time("nsPerNode"),
      ratioToHandwritten: try members.numberOrNull("ratioToHandwritten"),
      recomputations: try members.integer("recomputations"),
      effects: try members.integer("effects"), samples: try members.integer("samples"))
  }
}

/// The members of an object; a lookup states the expected kind.
private struct Members {
  private let members: [String: JSONValue]
  private let place: JSONValue.Place

  init(_ value: JSONValue) throws(JSONError) {
    guard case .object(let members) = value.content else {
      throw JSONError(expected: "a case", found: value.description, place: value.place)
    }
    self.members = members
    place = value.place
  }

  func string(_ key: String) throws(JSONError) -> String {
    let value = try value(key)
    guard case .string(let text) = value.content else { throw mistake(key, "a text", value) }
    return text
  }

  func numberOrNull(_ key: String) throws(JSONError) -> Double? {
    let value = try value(key)
    switch value.content {
    case .null: return nil
    case .number(let number): return number
    default: throw mistake(key, "a number or null", value)
    }
  }

  func time(_ key: String) throws(JSONError) -> Double {
    let value = try value(key)
    guard case .number(let number) = value.content, number >= 0 else {
      throw mistake(key, "a number of nanoseconds", value)
    }
    return number
  }

  func integer(_ key: String) throws(JSONError) -> Int {
    let value = try value(key)
    guard case .number(let number) = value.content, let integer = Int(exactly: number) else {
      throw mistake(key, "a whole number", value)
    }
    return integer
  }

  func requireTrue(_ key: String) throws(JSONError) {
    let value = try value(key)
    guard case .boolean(true) = value.content else {
      throw mistake(key, "true (its answers and counts were asserted)", value)
    }
  }

  private func value(_ key: String) throws(JSONError) -> JSONValue {
    guard let value = members[key] else {
      throw JSONError(expected: "a case with \"\(key)\"", found: "one without", place: place)
    }
    return value
  }

  private func mistake(_ key: String, _ expected: String, _ found: JSONValue) -> JSONError {
    JSONError(
      expected: "\(expected) as \"\(key)\"", found: found.description, place: found.place)
  }
}

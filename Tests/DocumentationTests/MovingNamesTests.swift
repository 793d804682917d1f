import Foundation
import Testing

/// Checks that a program can write each name on Upkeep's side of the tables for users of other
/// libraries.
struct MovingNamesTests {
  /// Names in the tables that belong to the program, to Swift, or to its testing library.
  private static let foreign: Set = [
    "Screen", "Item", "T", "Hashable", "Never", "contains", "Int", "action", "b", "c",
    "Environment", "filterMap", "redraw", "refresh", "seconds", "x",
    // Names of Objective-C, which are in no list.
    "KVOCompatibleProperty", "TwoWayKVOCompatibleProperty",
  ]

  @Test func `each name on the right side of a table is declared, and public`() throws {
    let surfaces = try ["", "Collections", "Scope", "Store", "UI", "TestKit"].map {
      try Pages.text(of: ".ci/api-surface/Upkeep\($0).txt")
    }
    let declared = PublicNames(in: surfaces.joined())
    #expect(declared.names.count > 300)
    let spans = try Self.rightSide()
    #expect(spans.count > 100)
    let missing = spans.flatMap { span in
      Self.names(in: span).filter { name in
        switch name {
        case .label(let label): !declared.labels.contains(label)
        case .name(let name): !declared.names.contains(name) && !Self.foreign.contains(name)
        }
      }.map { "\($0) of `\(span)`" }
    }
    #expect(missing == [])
  }

  @Test func `the test finds a name that is not there, and no other`() {
    let names = Self.names(in: #"store.scope(\.x, to: a.part) { .case($0) }"#)
    #expect(
      names == [.name("scope"), .label("to"), .name("part"), .name("case")])
    #expect(Self.names(in: "keepUpToDate") == [.name("keepUpToDate")])
    #expect(Self.names(in: "get(x, _:on:)") == [.name("get"), .label("_"), .label("on")])
    let declared = PublicNames(
      in: """
        struct Box: struct Box<Value>
        init Box.init(_:of:or:): init(_ value: Value, of kind: Kind = .plain, or other: (Int) -> Void)
        enum.case Kind.odd(of:): case
        property Box.value: let value: Value
        conformsTo Box: Swift.Equatable
        """)
    #expect(declared.names == ["Box", "init", "odd", "value"])
    #expect(declared.labels == ["_", "of", "or"])
  }

  /// The code in the columns whose head begins with Upkeep.
  private static func rightSide() throws -> [String] {
    let pages = try Pages.paths(".md").filter { $0.contains("/MovingFrom") }
    let text = try pages.map(Pages.text).joined(separator: "\n")
    var isTable = false
    var spans: [String] = []
    for line in text.components(separatedBy: "\n") {
      guard line.hasPrefix("| ") else {
        isTable = false
        continue
      }
      let cells = line.components(separatedBy: " | ")
      if cells.count > 1, cells[1].hasPrefix("Upkeep") { isTable = true }
      if isTable, cells.count > 1 {
        let pieces = cells[1].components(separatedBy: "`")
        spans += pieces.indices.filter { $0 % 2 == 1 }.map { pieces[$0] }
      }
    }
    return spans
  }

  private enum Name: Equatable {
    case name(String)
    case label(String)
  }

  /// The names that a piece of code takes from elsewhere: members, calls, types, labels, and a name
  /// that stands alone.
  private static func names(in code: String) -> [Name] {
    if code.hasPrefix("#") { return [] }
    let text = code.replacing(#/"[^"]*"/#, with: "\"\"")
    let words = text.matches(of: #/(\\?\.)?([A-Za-z_]\w*)(:)?( ?[\(\{<])?/#)
    return words.compactMap { word -> Name? in
      let (name, prefix) = (String(word.2), word.1)
      if ["in", "try", "await", "let", "static", "_"].contains(name), word.3 == nil { return nil }
      if prefix == #"\."# { return nil }
      if word.3 != nil { return .label(name) }
      let isType = name.first?.isUppercase == true
      let isAlone = name == text
      return prefix == "." || isType || word.4 != nil || isAlone ? .name(name) : nil
    }
  }
}

/// The names and argument labels that the products declare, from the lists that `.ci/api` checks.
private struct PublicNames {
  var names: Set<String> = []
  var labels: Set<String> = ["_"]

  /// Reads one line for each declaration.
  ///
  /// A line begins with the kind, and the name with its argument labels.
  init(in surface: String) {
    let declaration = /\S+ ([\w.]+\.)?(\w+)(\((.*?)\))?: .*/
    for line in surface.split(separator: "\n") where !line.hasPrefix("conformsTo ") {
      guard let found = line.wholeMatch(of: declaration) else { continue }
      names.insert(String(found.2))
      labels.formUnion((found.4 ?? "").split(separator: ":").map(String.init))
    }
  }
}

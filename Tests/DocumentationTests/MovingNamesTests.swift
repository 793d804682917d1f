import Foundation
import Testing

/// The tables for users of other libraries: a program can write each name on Upkeep's side.
struct MovingNamesTests {
  /// Names in the tables for things of the program's own, of Swift, or of its testing library.
  private static let foreign: Set = [
    "Screen", "Item", "T", "Hashable", "Never", "contains", "Int", "action", "b", "c",
    "Environment", "filterMap", "redraw", "refresh", "seconds", "x",
  ]

  @Test func `each name on the right side of a table is declared, and public`() throws {
    let declared = try PublicNames(ofModulesIn: Pages.root.appending(path: "Sources"))
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
        public struct Box<Value> {
          public let value: Value
          let hidden = 1
          public init(
            _ value: Value, of kind: Kind = .plain, or other: (first: Int, Int) -> Void
          ) {}
        }
        public enum Kind {
          case plain, odd(of: Int)
          case empty
        }
        protocol Inner { func inside() }
        public protocol Outer {
          nonisolated(nonsending) func look(at place: Int)
        }
        """)
    #expect(
      declared.names == ["Box", "value", "init", "Kind", "plain", "odd", "empty", "Outer", "look"])
    #expect(declared.labels == ["_", "of", "or", "at"])
  }

  /// The code in the columns headed by Upkeep, or by Upkeep and more.
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

  /// The names in a piece of code that are not its own: members, calls, types, labels, and a name alone.
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

/// The names and argument labels that the products declare.
private struct PublicNames {
  var names: Set<String> = []
  var labels: Set<String> = ["_"]

  init(ofModulesIn folder: URL) throws {
    let modules = [
      "Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore", "UpkeepUI", "UpkeepTestKit",
    ]
    for module in modules {
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: folder.appending(path: module).path)
      for file in files where file.hasSuffix(".swift") {
        read(try String(contentsOf: folder.appending(path: "\(module)/\(file)"), encoding: .utf8))
      }
    }
  }

  init(in source: String) { read(source) }

  private mutating func read(_ source: String) {
    let lines = source.split(separator: "\n")
    // The indentation of the public protocol or enumeration whose members need not say that they are public.
    var open: Int?
    for (index, line) in lines.enumerated() {
      let indentation = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      if open == indentation, line.hasSuffix("}") { open = nil }
      let isMember = open.map { indentation == $0 + 2 } ?? false
      guard isMember || line.contains("public ") || line.contains("open ") else { continue }
      if line.dropFirst(indentation).hasPrefix("//") { continue }
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      guard isMember || words.contains("public") || words.contains("open"),
        let keyword = words.firstIndex(where: { Self.keywords.contains($0) })
      else { continue }
      if ["protocol", "enum"].contains(words[keyword]), line.hasSuffix("{") { open = indentation }
      switch words[keyword] {
      case "init", "subscript": names.insert(String(words[keyword]))
      case "case": names.formUnion(Self.labels(of: line[words[keyword].endIndex...] + ")"))
      default: if keyword + 1 < words.count { names.insert(String(words[keyword + 1])) }
      }
      guard Self.calls.contains(words[keyword]),
        let opening = line[words[keyword].endIndex...].firstIndex(of: "(")
      else { continue }
      let rest = [line[line.index(after: opening)...]] + lines[(index + 1)...].prefix(20)
      labels.formUnion(Self.labels(of: rest.joined(separator: " ")))
    }
  }

  private static let calls: Set<Substring> = ["func", "init", "subscript", "macro"]
  private static let keywords = calls.union([
    "class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype", "var", "let",
    "case",
  ])

  /// The labels of a list of parameters whose opening parenthesis has been read.
  private static func labels(of text: some StringProtocol) -> [String] {
    var (depth, labels, parameter) = (0, [String](), "")
    for character in text {
      if depth == 0, character == "," || character == ")" {
        let words = parameter.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        if let label = words.first { labels.append(String(label)) }
        parameter = ""
        if character == ")" { break }
        continue
      }
      if "([{<".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      // An arrow is no bracket.
      if character == ">", parameter.last != "-" { depth -= 1 }
      parameter.append(character)
    }
    return labels
  }
}

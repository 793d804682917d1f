// Makes mechanical mistakes in the library: a negated condition, a dropped statement or a swapped
// bound. The three kinds take turns. All places of a kind form one sequence, from which a seed
// selects.
//
//     swiftc -o draw .ci/mutants/draw.swift
//     ./draw SEED COUNT [LEFT-OUT...]    # beside Package.swift
//
// Changes the sources in place: `mutant(7)` switches mistake 7 on. Prints the number, the place and
// the description of each mistake. LEFT-OUT numbers, such as those of mistakes that do not compile,
// are not made; all other numbers stay the same.
import Foundation

/// Returns the number at a position in the sequence of Steele, Lea and Flood's generator.
func splitMix64(seed: UInt64, number: UInt64) -> UInt64 {
  var word = seed &+ number &* 0x9E37_79B9_7F4A_7C15
  word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
  word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
  return word ^ (word >> 31)
}

/// A replacement of one line.
struct Mistake {
  enum Kind: UInt64 { case condition, statement, bound }

  let kind: Kind
  let line: Int
  let prose: String
  /// The replacement, from the number of the mistake.
  let text: (Int) -> String
}

/// The lines of a file.
///
/// Mistakes are searched line by line, in code that `swift format` has laid out.
struct Source {
  let lines: [String]
  private var found: [Mistake] = []

  init(_ text: String) { lines = text.components(separatedBy: "\n") }

  /// All possible mistakes in this file, in the order of the lines.
  mutating func mistakes() -> [Mistake] {
    var conditionals = 0
    var isInCondition = false
    var depth = 0
    for index in lines.indices {
      let text = lines[index].trimmingCharacters(in: .whitespaces)
      // Code inside `#if` is left out.
      if text.hasPrefix("#if") { conditionals += 1 }
      if text.hasPrefix("#endif") { conditionals -= 1 }
      if conditionals > 0 || text.isEmpty || text.hasPrefix("//") || text.hasPrefix("#") {
        continue
      }
      let begins = ["if ", "guard ", "while ", "} else if "].contains(where: text.hasPrefix)
      if depth == 0, begins || isInCondition { addConditions(index, text) }
      if depth == 0, !begins, !isInCondition { addStatement(index, text) }
      if !isInCondition { addLastStatement(index, text, isConditional: begins) }
      if begins { isInCondition = true }
      if text.hasSuffix("{") || text.hasSuffix("}") { isInCondition = false }
      depth += text.count { $0 == "(" || $0 == "[" } - text.count { $0 == ")" || $0 == "]" }
    }
    return found
  }

  private mutating func add(
    _ kind: Mistake.Kind, _ line: Int, _ prose: String, _ old: String, _ new: String
  ) {
    let text = lines[line]
    guard let place = text.range(of: old, options: .backwards) else { return }
    found.append(
      Mistake(kind: kind, line: line, prose: prose) {
        text.replacingCharacters(
          in: place, with: new.replacingOccurrences(of: "NUMBER", with: "\($0)"))
      })
  }

  /// Adds the clauses of a condition that are complete on this line.
  private mutating func addConditions(_ line: Int, _ text: String) {
    var rest = Substring(text)
    for keyword in ["} else if ", "if ", "guard ", "while ", "else "] where rest.hasPrefix(keyword)
    {
      rest = rest.dropFirst(keyword.count)
      break
    }
    if let end = rest.range(of: " else {") ?? rest.range(of: " {") {
      rest = rest[..<end.lowerBound]
    } else {
      let next = lines[line + 1].trimmingCharacters(in: .whitespaces)
      guard rest.hasSuffix(",") || next == "{" || next.hasPrefix("else ") else { return }
    }
    for clause in parts(String(rest)) {
      let isTest = !["let ", "var ", "case ", "#", "{", "else", "where ", "true", "&&", "||"]
        .contains(
          where: clause.hasPrefix)
      guard isTest, !clause.isEmpty, isBalanced(clause) else { continue }
      add(
        .condition, line, "The condition `\(clause)` is negated.", clause,
        "(\(clause)) != mutant(NUMBER)")
      addBound(line, clause)
    }
  }

  private mutating func addBound(_ line: Int, _ clause: String) {
    let others = [" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > "]
    guard ![" && ", " || ", " ? ", "{"].contains(where: clause.contains) else { return }
    for (bound, other) in others.sorted(by: { $0.key < $1.key }) where clause.contains(bound) {
      let swapped = clause.replacingOccurrences(of: bound, with: other)
      add(
        .bound, line, "`\(clause)` is `\(swapped)`.", clause,
        "(mutant(NUMBER) ? \(swapped) : \(clause))")
    }
  }

  /// Adds a statement on a line of its own.
  private mutating func addStatement(_ line: Int, _ text: String) {
    let before =
      lines[..<line].last { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") } ?? ""
    let next = lines[line + 1].trimmingCharacters(in: .whitespaces)
    let goesOn = ["=", "&&", "||", ",", "(", "+", "->", "return", "?", "["].contains {
      before.hasSuffix(" " + $0) || before.hasSuffix("(") || before.hasSuffix(",")
    }
    guard !goesOn, ![".", "?", ":", "&&", "||"].contains(where: next.hasPrefix) else { return }
    if isStatement(text) {
      add(
        .statement, line, "The statement `\(text)` is dropped.", text,
        "if !mutant(NUMBER) { \(text) }")
    } else if text.hasPrefix("return "), isBalanced(text) {
      addBound(line, String(text.dropFirst(7)))
    }
  }

  /// Adds a statement in braces at the end of a line.
  private mutating func addLastStatement(_ line: Int, _ text: String, isConditional: Bool) {
    guard text.hasSuffix(" }"), let open = text.range(of: "{ ", options: .backwards) else { return }
    let head = text[..<open.lowerBound]
    let statement = String(text[open.upperBound...].dropLast(2))
    guard !head.contains("guard "), isBalanced(statement) else { return }
    let leaves =
      ["return", "continue", "break"].contains(statement) || statement.hasPrefix("return ")
    let prose =
      "The statement `\(statement)` behind `\(head.trimmingCharacters(in: .whitespaces))` is dropped."
    if isConditional, head.hasPrefix("if "), leaves || isStatement(statement) {
      add(.statement, line, prose, " { \(statement) }", ", !mutant(NUMBER) { \(statement) }")
    } else if !isConditional, isStatement(statement), !head.contains("->"), !head.contains("case ")
    {
      add(.statement, line, prose, "{ \(statement) }", "{ if !mutant(NUMBER) { \(statement) } }")
    }
  }

  /// Whether a text looks like a call or an assignment.
  private func isStatement(_ text: String) -> Bool {
    let keywords = [
      "let ", "var ", "return", "if ", "guard ", "for ", "while ", "case ", "default", "switch ",
      "func ",
      "static ", "private ", "final ", "import ", "public ", "package ", "defer ", "else", "try ",
      "init(",
      "override ", "subscript", "super.init", "self.init", "where ", "throw ", "repeat ", "some ",
      "any ",
      "typealias ", "associatedtype ", "extension ", "struct ", "class ", "enum ", "protocol ",
      "internal ",
      "precondition", "indirect ", "mutating ", "nonmutating ", "yield ", "break", "continue",
      "convenience ",
    ]
    guard let first = text.first, first.isLowercase || first == "_" || first == "(",
      !keywords.contains(where: text.hasPrefix), isBalanced(text), !text.hasSuffix("{")
    else { return false }
    return text.contains(" = ") || text.contains(" += ") || text.contains(" -= ")
      || text.hasSuffix(")")
  }

  /// Splits a condition at the commas outside brackets.
  private func parts(_ text: String) -> [String] {
    var depth = 0
    var parts = [""]
    for character in text {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func isBalanced(_ text: String) -> Bool {
    var depth = 0
    for character in text {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}

/// The place of a mistake.
struct Place: Hashable {
  let file: String
  let line: Int
}

let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard arguments.count >= 2, let seed = arguments[0], let count = arguments[1],
  !arguments.contains(nil)
else {
  FileHandle.standardError.write(Data("usage: draw SEED COUNT [LEFT-OUT...]\n".utf8))
  exit(2)
}
let leftOut = Set(arguments.dropFirst(2))
// No mistakes are made in the invariants and in the code that counts nodes for tests: they find
// mistakes.
let apart = ["Graph+Invariants.swift", "Inspection.swift", "Mutant.swift"]
let folders = ["Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore", "UpkeepTestKit"]
var sources: [String: [String]] = [:]
var rows: [Mistake.Kind: [(file: String, mistake: Mistake)]] = [:]
for folder in folders.map({ "Sources/\($0)" }) {
  let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
  for name in files.sorted() where name.hasSuffix(".swift") {
    guard !apart.contains(where: name.hasSuffix), !name.contains(".docc/") else { continue }
    let file = "\(folder)/\(name)"
    var source = Source(try String(contentsOfFile: file, encoding: .utf8))
    sources[file] = source.lines
    for mistake in source.mistakes() { rows[mistake.kind, default: []].append((file, mistake)) }
  }
}
var taken: Set<Place> = []
var changed: Set<String> = []
var number: UInt64 = 0
var made: UInt64 = 0
while made < count {
  number += 1
  guard let kind = Mistake.Kind(rawValue: number % 3), let row = rows[kind] else { continue }
  let (file, mistake) = row[Int(splitMix64(seed: seed, number: number) % UInt64(row.count))]
  // A line has at most one mistake.
  guard taken.insert(Place(file: file, line: mistake.line)).inserted else { continue }
  if leftOut.contains(number) { continue }
  sources[file]?[mistake.line] = mistake.text(Int(number))
  changed.insert(file)
  made += 1
  print(number, "\(file):\(mistake.line + 1)", mistake.prose, separator: "\t")
}
// The switch is in the module `Upkeep`. Inlinable code uses it, so the import must be public.
for file in changed {
  var lines = sources[file] ?? []
  if !file.hasPrefix("Sources/Upkeep/") {
    lines.removeAll { $0.hasSuffix("import Upkeep") }
    lines.insert("public import Upkeep", at: 0)
  }
  try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
}

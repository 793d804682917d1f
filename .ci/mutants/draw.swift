// Draws a mechanical mistake: a negated condition, a dropped statement or a swapped bound, at a line
// of the engine or of the properties. The three kinds take turns. All of a kind are in one row, and a
// seed says which is taken.
//
//     swiftc -o draw .ci/mutants/draw.swift && ./draw SEED NUMBER NAME    # beside Package.swift
//
// Prints a patch with the switch `mutant(.NAME)`. Whether it compiles, and whether it stands beside
// another, is for `.ci/mutate --draw` to find out.
import Foundation

/// Steele, Lea and Flood's generator.
func splitMix64(seed: UInt64, number: UInt64) -> UInt64 {
  var word = seed &+ number &* 0x9E37_79B9_7F4A_7C15
  word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
  word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
  return word ^ (word >> 31)
}

/// One line, and the line in its place.
struct Mistake {
  enum Kind: UInt64 { case condition, statement, bound }

  let kind: Kind
  let line: Int
  let prose: String
  let text: String
}

/// The lines of a file. Mistakes are looked for line by line, in code that `swift format` has laid
/// out.
struct Source {
  let lines: [String]
  let name: String
  private var found: [Mistake] = []

  init(_ text: String, name: String) {
    lines = text.components(separatedBy: "\n")
    self.name = name
  }

  /// All that could be made in this file, in the order of the lines.
  mutating func mistakes() -> [Mistake] {
    var conditionals = 0
    var isInCondition = false
    var depth = 0
    for index in lines.indices {
      let text = lines[index].trimmingCharacters(in: .whitespaces)
      // Nothing of debug builds alone.
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
    guard let place = lines[line].range(of: old, options: .backwards) else { return }
    let text = lines[line].replacingCharacters(in: place, with: new)
    found.append(Mistake(kind: kind, line: line, prose: prose, text: text))
  }

  /// The clauses of a condition, where each is whole on its line.
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
        "(\(clause)) != mutant(.\(name))")
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
        "(mutant(.\(name)) ? \(swapped) : \(clause))")
    }
  }

  /// A statement that has a line of its own.
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
        "if !mutant(.\(name)) { \(text) }")
    } else if text.hasPrefix("return "), isBalanced(text) {
      addBound(line, String(text.dropFirst(7)))
    }
  }

  /// A statement in braces at the end of a line.
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
      add(.statement, line, prose, " { \(statement) }", ", !mutant(.\(name)) { \(statement) }")
    } else if !isConditional, isStatement(statement), !head.contains("->"), !head.contains("case ")
    {
      add(.statement, line, prose, "{ \(statement) }", "{ if !mutant(.\(name)) { \(statement) } }")
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

  /// The parts of a condition between commas that stand in no brackets.
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

let arguments = CommandLine.arguments
guard arguments.count == 4, let seed = UInt64(arguments[1]), let number = UInt64(arguments[2])
else {
  FileHandle.standardError.write(Data("usage: draw SEED NUMBER NAME\n".utf8))
  exit(2)
}
// The invariants are part of the net, not of what is caught.
let apart = ["Graph+Invariants.swift", "Inspection.swift"]
let folders = [
  "Sources/Upkeep/Engine", "Sources/Upkeep/Properties", "Sources/Upkeep/Operators",
]
var row: [(file: String, lines: [String], mistake: Mistake)] = []
for folder in folders {
  let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    .filter { $0.hasSuffix(".swift") && !apart.contains($0) }
  for file in files.sorted() {
    var source = Source(
      try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8), name: arguments[3])
    let lines = source.lines
    row += source.mistakes().filter { $0.kind.rawValue == number % 3 }
      .map { ("\(folder)/\(file)", lines, $0) }
  }
}
let (file, lines, mistake) = row[Int(splitMix64(seed: seed, number: number) % UInt64(row.count))]
print(
  """
  \(mistake.prose)

  --- a/\(file)
  +++ b/\(file)
  @@ -\(mistake.line),3 +\(mistake.line),3 @@
   \(lines[mistake.line - 1])
  -\(lines[mistake.line])
  +\(mistake.text)
   \(lines[mistake.line + 1])
  """)

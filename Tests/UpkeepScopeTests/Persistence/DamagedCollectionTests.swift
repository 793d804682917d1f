import Differential
import Foundation
import Testing
import UpkeepCollections

@testable import UpkeepScope

/// Saved collections that have been damaged.
@MainActor @Suite struct DamagedCollectionTests {
  private static let none = Atom<KeyedArray<Int, SavedTodo>>([], name: "todos")

  /// A storage with saved bytes, and an atom that is saved there.
  private func stored(_ bytes: Data) -> (MemoryStorage, Atom<KeyedArray<Int, SavedTodo>>) {
    let memory = MemoryStorage()
    memory.write(bytes, for: "todos")
    return (memory, Self.none.persisted(key: "todos", in: memory))
  }

  /// The saved bytes after each of several turns; the first turn writes all elements.
  private func states() async throws -> [(bytes: Data, elements: [SavedTodo])] {
    let memory = MemoryStorage()
    let atom = Self.none.persisted(key: "todos", in: memory)
    var edited = EditedTodos((0..<4).map { SavedTodo(id: $0) }, seed: 11)
    let scope = Scope()
    var states: [(bytes: Data, elements: [SavedTodo])] = []
    for _ in 0..<5 {
      try await scope.saved { scope[atom] = edited.value }
      states.append((memory.contents["todos"] ?? Data(), edited.model))
      edited.edit()
    }
    #expect(states.last?.bytes.count { $0 == UInt8(ascii: "\n") } == states.count)
    return states
  }

  /// A power failure may leave zeros.
  @Test(arguments: [0, 7])
  func `a last addition that is not whole is left out, then replaced`(zeros: Int) async throws {
    let states = try await states()
    let bytes = try #require(states.last).bytes
    for length in stride(from: 0, through: bytes.count, by: amount(7, long: 1)) {
      let torn = Data(bytes.prefix(length) + Data(count: zeros))
      let (memory, atom) = stored(torn)
      let expected = states.last { $0.bytes.count <= length }
      let scope = Scope()
      let reports = mistakes { #expect(Array(scope[atom]) == expected?.elements ?? []) }
      #expect(reports.count == (expected == nil ? 1 : 0))
      #expect(memory.contents["todos.rejected-1"] == (expected == nil ? torn : nil))
      for id in [-1, -2] {
        try await scope.saved { scope[atom].append(SavedTodo(id: id)) }
        #expect(Scope()[atom] == scope[atom])
      }
    }
  }

  @Test(arguments: [1, 0x20, 0x80, 0xFF] as [UInt8])
  func `a change of any byte has all reported and set aside`(difference: UInt8) async throws {
    let bytes = try #require(try await states().last).bytes
    for index in stride(from: 0, to: bytes.count, by: amount(7, long: 1)) {
      var damaged = bytes
      damaged[index] ^= difference
      let (memory, atom) = stored(damaged)
      let reports = mistakes { #expect(Scope()[atom].isEmpty) }
      #expect(reports.count == 1, "byte \(index)")
      #expect(memory.contents.filter { $0.key != "todos" }.map(\.value) == [damaged])
    }
  }

  @Test func `lines that are missing, doubled or of other collections are reported`() async throws {
    let bytes = try #require(try await states().last).bytes
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { $0 + [UInt8(ascii: "\n")] }
    let other = try LogLine.encoded([EditPlaces(remove: [0])], [], after: Checksum())
    let mixed: [[Data]] = [
      [lines[0], lines[2]], [lines[0], lines[1], lines[1]], [lines[1]], [lines[0], other],
      [lines[0], lines[0]], [lines[0], Data("{}\n".utf8)], [lines[0], Data("\n".utf8)],
      [lines[0], Data("18446744073709551616\t\n".utf8)], [lines[0], Data("17\t\n".utf8)],
    ]
    for lines in mixed {
      let (memory, atom) = stored(Data(lines.joined()))
      let reports = mistakes { #expect(Scope()[atom].isEmpty) }
      #expect(reports.count == 1)
      #expect(memory.contents == ["todos.rejected-1": Data(lines.joined())])
    }
  }

  @Test func `a report says which line is damaged, where, and what was expected`() async throws {
    let states = try await states()
    let start = states[1].bytes.count
    var bytes = try #require(states.last).bytes
    bytes[start + 10] ^= 1
    let found = String(decoding: states[2].bytes.suffix(17).dropLast(), as: UTF8.self)
    let (_, atom) = stored(bytes)
    let reports = mistakes { #expect(Scope()[atom].isEmpty) }
    let report = try #require(reports.first)
    #expect(report.contains("its line 3, from byte \(start) on, is to end in the checksum "))
    #expect(report.contains(#", and ends in "\#(found)\n""#))
    #expect(report.contains("todos.rejected-1"))
  }

  @Test(arguments: [
    EditPlaces(remove: [2]), EditPlaces(remove: [-1]), EditPlaces(remove: [0, 0, 0]),
    EditPlaces(move: [[0]]), EditPlaces(move: [[0, 2]]), EditPlaces(move: [[2, 0]]),
    EditPlaces(insert: [3]), EditPlaces(insert: [-1]), EditPlaces(update: [2]),
    EditPlaces(update: [-1]), EditPlaces(insert: [0, 1]),
  ])
  func `edits that do not fit the elements are reported, and set aside`(_ edits: EditPlaces) throws
  {
    let elements = [SavedTodo(id: 1), SavedTodo(id: 2)]
    let whole = try SavedLog.encoded(elements.map { $0 as any Encodable }, key: "todos", version: 1)
    let end = try #require(SavedLogEnd(whole: whole))
    let line = try LogLine.encoded([edits], [SavedTodo(id: 3)], after: end.checksum)
    #expect(throws: SavedValueError.self) { try SavedLog(whole + line) }
  }

  @Test func `a header of another kind is reported with its place`() throws {
    let whole = try SavedLog.encoded([], key: "todos", version: 1)
    let end = try #require(SavedLogEnd(whole: whole))
    let line = try LogLine.encoded(["what": 1], [], after: end.checksum)
    let error = #expect(throws: SavedValueError.self) { try SavedLog(whole + line) }
    let text = "\(try #require(error))"
    #expect(text.contains("line 2, from byte \(whole.count) on, has a header that cannot be read"))
  }
}

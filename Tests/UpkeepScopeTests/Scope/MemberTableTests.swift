import Differential
import Testing

@testable import UpkeepScope

/// A parameter with only three hashes, which is also the type of an atom.
private struct Crowded: Hashable, AtomNode {
  let number: Int

  func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }

  func initial() -> Int { -number }
}

/// A parameter whose comparison runs code of the program.
private struct Compared: Hashable, AtomNode {
  let number: Int
  let making: Box<(() -> Void)?>

  func hash(into hasher: inout Hasher) {}

  static func == (one: Compared, other: Compared) -> Bool {
    one.making.value?()
    return one.number == other.number
  }

  func initial() -> Int { -number }
}

/// A parameter with a `hashValue` of its own, which is not mixed.
private struct OwnHash: Hashable {
  let number: Int

  var hashValue: Int { number << 16 }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private enum Members {
  static let making = Family { (parameter: Compared) in Atom(parameter.number) }
  static let crowded = Family { (parameter: Crowded) in Atom(parameter.number) }
  static let recent = Family { (parameter: Crowded) in
    Computed(lifetime: .lru(4)) { _ in parameter.number }
  }
  static let shared = Atom(0)
  static let several = Family { (_: Int) in shared }
  static let one = Family { (id: Int) in Atom(id) }
}

/// The lookup of cells by a parameter.
@Suite(.leavesNothing) struct MemberTableTests {
  private let scope = Scope()

  @Test func `a member and a value of its parameter's type are two`() {
    scope[Members.crowded(Crowded(number: 3))] = 7
    #expect(scope[Crowded(number: 3)] == -3)
    scope[Crowded(number: 3)] = 8
    #expect(scope[Members.crowded(Crowded(number: 3))] == 7)
  }

  @Test func `a family that returns one definition for all parameters has a member for each`() {
    scope[Members.several(1)] = 1
    scope[Members.several(2)] = 2
    #expect(scope[Members.shared] == 0 && (1...3).map { scope[Members.several($0)] } == [1, 2, 0])
  }

  @Test func `members are found when one of many with an equal hash has gone`() {
    for number in 0..<40 {
      #expect(scope[Members.recent(Crowded(number: number))] == number)
      #expect(scope[Members.crowded(Crowded(number: number))] == number)
    }
    // The four members that were read before, and the member that was read last.
    #expect(scope.core.cells.count { $0.kind == .computed } == 5)
    for cell in scope.core.cells {
      #expect(scope.core.ownCell(of: cell.declaration.id) === cell)
    }
  }

  @Test func `a comparison of parameters may make other members of the scope`() {
    let making = Box<(() -> Void)?>(nil)
    for number in 0..<3 { _ = scope[Members.making(Compared(number: number, making: making))] }
    func make(_ ids: Range<Int>) {
      making.value = {
        making.value = nil
        for id in ids { _ = scope[Members.one(id)] }
      }
    }
    make(0..<500)
    #expect(scope[Members.making(Compared(number: 2, making: making))] == 2)
    #expect(making.value == nil && scope[Compared(number: 1, making: making)] == -1)
    make(500..<1_500)
    #expect(scope[Compared(number: 1, making: making)] == -1 && making.value == nil)
  }

  @Test func `a comparison of parameters that always makes members is stopped with advice`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let scope = Scope()
      let making = Box<(() -> Void)?>(nil)
      for number in 0..<2 { _ = scope[Members.making(Compared(number: number, making: making))] }
      var next = 0
      making.value = {
        next += 1
        _ = scope[Members.one(next)]
      }
      _ = scope[Members.making(Compared(number: 1, making: making))]
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("must only compare"))
  }

  @Test func `members of a type that gives its own hash value lie apart`() {
    let members = (0..<1_000).map { ParameterKey(OwnHash(number: $0), of: Identity()).place }
    let nodes = (0..<1_000).map { ParameterKey(OwnHash(number: $0)).place }
    for places in [members, nodes] { #expect(Set(places.map { $0 & 0xffff }).count > 900) }
  }

  /// Compares a table with a dictionary; the keys have only three hashes.
  @Test(arguments: 1...20) func `a table agrees with a dictionary`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let family = Identity()
    var table = MemberTable()
    var model: [Int: Cell] = [:]
    for _ in 0..<500 {
      let number = Int.random(in: 0..<40, using: &random)
      let key = ParameterKey(Crowded(number: number), of: family)
      if let cell = model.removeValue(forKey: number) {
        let found = table.remove(cell)
        #expect(found?.takeRetainedValue() === cell)
      } else {
        var atom = Atom(number)
        atom.handle.identify(by: DefinitionID(key))
        let cell = atom.declaration.makeCell(scope.core)
        table.insert(cell)
        model[number] = cell
      }
      #expect(table.count == model.count)
      for number in 0..<40 {
        let key = ParameterKey(Crowded(number: number), of: family)
        #expect(MemberTable.cell(of: key) { table }?.takeUnretainedValue() === model[number])
      }
    }
    var numbers: Set<Int> = []
    table.visit { numbers.insert($0.takeUnretainedValue().number) }
    #expect(numbers == Set(model.values.map(\.number)))
    table.removeAll()
    #expect(table.count == 0)
  }
}

/// The numbers that identify and order cells.
@Suite(.leavesNothing) struct CellTests {
  @Test func `cells of a scope and of its parent have different numbers, in order of creation`() {
    let above = Family { (id: Int) in Atom(id) }
    let here = Family { (id: Int) in Computed { _ in id } }
    let parent = Scope()
    let child = Scope(parent: parent) { $0.override(here(0), with: Computed { _ in 1 }) }
    for id in 0..<10 { _ = (parent[above(id)], child[here(id)]) }
    let cells = parent.core.cells + child.core.cells
    var sorted = parent.core.cells
    sorted.sortByCreation()
    #expect((cells.count, Set(cells.map(\.number)).count) == (20, 20))
    #expect(sorted.map(\.declaration.id) == (0..<10).map { above($0).definitionID })
  }
}

import Testing
import Upkeep
import UpkeepScope

private enum Numbers {
  static let plain = Atom(1)
  static let ruled = Atom(1, changes: .always)
  static let next = Computed { get in get(plain) + 1 }
  static let celsius = WritableComputed(
    get: { get in get(plain) * 10 }, set: { scope, new in scope[plain] = new / 10 })
  static let member = Family { (id: Int) in Atom(id) }
  static let sum = Family { (id: Int) in Computed { get in get(plain) + get(member(id)) } }
  static let settled = Resource { get in get(plain) }
}

private struct Half: ComputedNode {
  func compute(_ get: Reader) -> Int { get(Numbers.plain) / 2 }
}

/// Reads a definition in code that does not know the type of the definition.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func value<D: Definition>(of definition: D, in scope: Scope) -> D.Value {
  scope[definition]
}

/// Writes a definition in such code.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func add<D: WritableDefinition>(_ number: Int, to definition: D, in scope: Scope)
where D.Value == Int {
  scope[definition] += number
}

/// Writes an atom in such code.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func add<A: AtomDefinition>(_ number: Int, toAtom atom: A, in scope: Scope)
where A.Value == Int {
  scope[atom] += number
}

@Suite(.leavesNothing) struct UnknownTypeTests {
  @Test func `generic code reads the same value of a definition`() {
    let scope = Scope { $0[Numbers.plain] = 4 }
    let values: [Int?] = [
      value(of: Numbers.plain, in: scope), value(of: Numbers.ruled, in: scope),
      value(of: Numbers.celsius, in: scope), value(of: Numbers.sum(7), in: scope),
      value(of: Numbers.settled, in: scope).value, value(of: Half(), in: scope),
    ]
    #expect(values == [4, 1, 40, 11, 4, 2])
    let child = Scope(parent: scope) { $0.override(Numbers.next, with: Computed { _ in 0 }) }
    #expect(value(of: Numbers.plain, in: child) == 4)
    #expect([child, scope].map { value(of: Numbers.next, in: $0) } == [0, 5])
  }

  @Test func `code that does not know the type of a definition writes, and effects follow it`() {
    let scope = Scope()
    let updater = Updater()
    var log: [Int] = []
    updater.keepUpToDate {
      log.append(value(of: Numbers.next, in: scope) + value(of: Numbers.member(1), in: scope))
    }
    add(1, to: Numbers.plain, in: scope)
    add(1, toAtom: Numbers.plain, in: scope)
    add(20, to: Numbers.celsius, in: scope)
    add(4, toAtom: Numbers.member(1), in: scope)
    #expect(log == [3, 4, 5, 7, 11])
  }
}

import Testing
import Upkeep

@testable import UpkeepScope

/// The numbers by which cells are told apart and put in order.
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
    #expect(cells.count == 20)
    #expect(Set(cells.map(\.number)).count == cells.count)
    #expect(sorted.map(\.declaration.id) == (0..<10).map { above($0).definitionID })
  }
}

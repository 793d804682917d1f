import ExampleScripts
import Testing

@Suite struct StepHistoryTests {
  @Test func `steps are undone and redone in order, until a new step`() {
    var history = StepHistory<Int>()
    #expect(history.undo() == nil)
    for step in 1...3 { history.add(step) }
    #expect([history.undo(), history.undo(), history.redo()] == [3, 2, 2])
    history.add(4)
    #expect(history.redo() == nil)
    #expect(history.done == [1, 2, 4])
  }
}

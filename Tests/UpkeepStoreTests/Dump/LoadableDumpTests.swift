import Testing
import UpkeepScope
import UpkeepStore

@Suite struct LoadableDumpTests {
  private struct Broken: Error, Equatable {}

  private func text(_ loadable: Loadable<Int>) -> String { ValueDump(loadable).description }

  @Test func `a loadable is shown as what it is made with`() {
    #expect(text(.loading) == "Loadable.loading")
    #expect(text(.loading(previous: 1)) == "Loadable.loading(previous: 1)")
    #expect(text(.value(1)) == "Loadable.value(1)")
    #expect(text(.failed(Broken())) == "Loadable.failed(LoadableDumpTests.Broken())")
    #expect(
      text(.failed(Broken(), previous: 1))
        == "Loadable.failed(LoadableDumpTests.Broken(), previous: 1)")
    #expect(ValueDump(Loadable<Int?>.value(nil)).description == "Loadable.value(nil)")
  }

  @Test func `loadables differ in what is known`() {
    #expect(ValueDump.difference(from: Loadable.value(1), to: .value(1)) == nil)
    #expect(
      ValueDump.difference(from: Loadable.value(1), to: .loading(previous: 1))
        == "- Loadable.value(1)\n+ Loadable.loading(previous: 1)")
    #expect(
      ValueDump.difference(from: Loadable.value([1, 2, 3]), to: .value([1, 2, 4])) == """
          Loadable.value(
            [
              … (2 unchanged)
        -     [2]: 3
        +     [2]: 4
            ]
          )
        """)
  }
}

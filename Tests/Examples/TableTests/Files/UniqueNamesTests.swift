import Testing

@testable import LiveTable

@Suite struct UniqueNamesTests {
  @Test func `names of the header stay, and others differ from all of them`() {
    let names = UniqueNames(["a", "", "a", "a_2", "column_2", "a"], count: 7)
    #expect(names.all == ["a", "column_2_2", "a_3", "a_2", "column_2", "a_4", "column_7"])
    #expect(names.added == ["column_2_2", "a_3", "a_4", "column_7"])
  }

  @Test func `many repeated names are named in no time`() {
    let names = UniqueNames(Array(repeating: "x", count: 20_000), count: 20_000)
    #expect(Set(names.all).count == 20_000)
    #expect(names.all.last == "x_20000")
  }
}

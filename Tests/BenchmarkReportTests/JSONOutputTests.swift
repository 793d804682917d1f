import BenchmarkReport
import Foundation
import Testing

@Suite struct JSONOutputTests {
  @Test func `a case is written with exactly the keys that tools know`() throws {
    let array = try #require(
      JSONSerialization.jsonObject(with: Data(JSONOutput.text([sample()]).utf8))
        as? [[String: Any]])
    let one = try #require(array.first)
    #expect(array.count == 1)
    #expect(
      Set(one.keys) == [
        "name", "form", "engine", "n", "nsPerWrite", "nsPerNode", "ratioToHandwritten",
        "recomputations", "effects", "samples", "checked",
      ])
    #expect(one["name"] as? String == "deep" && one["form"] as? String == "declared")
    #expect(one["engine"] as? String == "upkeep" && one["n"] as? Int == 1000)
    #expect(one["nsPerWrite"] as? Double == 25_000 && one["nsPerNode"] as? Double == 25)
    #expect(one["ratioToHandwritten"] as? Double == 0.8 && one["samples"] as? Int == 11)
    #expect(one["recomputations"] as? Int == 1000 && one["effects"] as? Int == 1)
    #expect(one["checked"] as? Bool == true)
  }

  @Test func `a missing ratio is null, and any name is valid JSON`() throws {
    let text = JSONOutput.text([sample("a \"b\"\\\n", ratio: nil), sample("ü", ratio: .infinity)])
    let array = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(array.map { $0["name"] as? String } == ["a \"b\"\\\n", "ü"])
    #expect(array.allSatisfy { $0["ratioToHandwritten"] is NSNull })
  }

  @Test func `a run without cases is an empty array`() { #expect(JSONOutput.text([]) == "[]\n") }

  @Test func `a written run is read again`() throws {
    let cases = [
      sample("a \"b\"\\\n\u{1}ü", ratio: nil), sample(form: "tracked", nsPerNode: 0.3125),
    ]
    let found = try saved(cases).cases
    #expect(found.map(\.key) == cases.map(\.key))
    #expect(found.map(\.nsPerNode) == [25, 0.3125])
    #expect(found.map(\.ratioToHandwritten) == [nil, 0.8])
    #expect(found.map(\.samples) == [11, 11] && found.map(\.recomputations) == [1000, 1000])
  }
}

import ExampleScripts
import Testing

@testable import LiveTable

@Suite struct ColumnFieldsTests {
  // With é a column is sorted by whole texts, without it eight bytes at a time.
  @Test(arguments: ["ab", "abé", "0-.7"])
  func `ranks are those of a plain sort, and missing fields come last`(letters: String) {
    var generator = SplitMix(seed: 5)
    let texts = (0..<300).map { _ in
      String(
        (0..<Int.random(in: 0...20, using: &generator) / 2 * 2).compactMap { index in
          index % 9 < 7 ? letters.first : letters.randomElement(using: &generator)
        })
    }
    let fields = ColumnFields(texts)
    let sorted = Set(texts.indices.map { fields[$0] }).subtracting([.missing]).sorted()
    let ranks = texts.indices.map { row in
      sorted.firstIndex(of: fields[row]).map(UInt32.init) ?? .max
    }
    #expect(fields.ranks == ranks)
  }

  @Test func `numbers are ranked as numbers`() {
    #expect(ColumnFields(["10", "", "-0", "9", "0", "NA"]).ranks == [2, .max, 0, 1, 0, .max])
  }
}

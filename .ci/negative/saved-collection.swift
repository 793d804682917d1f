// A collection whose elements have no identity of their own is not saved without a key.
import UpkeepCollections
import UpkeepScope

struct Score: Codable {
  var points = 0
}

nonisolated enum Saved {
  static let words = Atom(KeyedArray<String, String>())
    .persisted(key: "words", in: MemoryStorage())
  static let scores = Atom(KeyedArray<String, Score>())
    .persisted(key: "scores", in: MemoryStorage())  // expected-warning {{write id:}}
}

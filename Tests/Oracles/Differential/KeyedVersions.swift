import UpkeepCollections

/// The newest value of a collection and three older ones, with the same values as plain arrays.
struct KeyedVersions {
  private var values: [(rows: KeyedSources.Rows, items: [KeyedSources.Item])] = []

  mutating func keep(_ rows: KeyedSources.Rows) {
    let items = Array(rows)
    if values.last?.items == items { return }
    values.append((rows, items))
    values = values.suffix(4)
  }

  /// Asks all values in turn for random elements.
  ///
  /// - Returns: the first wrong answer; nil if there is none.
  func difference(_ random: inout SplitMix64, _ identities: Int) -> String? {
    for _ in 0..<8 {
      let id = random.below(2 * identities)
      for (age, value) in values.reversed().enumerated() {
        let index = value.items.firstIndex { $0.id == id }
        let found = (value.rows.index(of: id), value.rows[id: id])
        if found != (index, index.map { value.items[$0] }) {
          return "\(id) is at \(found.0 ?? -1) in \(value.items), \(age) versions ago"
        }
      }
    }
    return nil
  }
}

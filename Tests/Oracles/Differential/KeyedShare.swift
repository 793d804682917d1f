import Upkeep
import UpkeepCollections

extension StoredCollection<Int, KeyedSources.Item> {
  /// Edits a random share of the rows: one row, all rows, or a number at or near which operators
  /// change their way of working.
  ///
  /// - Parameters:
  ///   - identities: the number of identities; new elements may have twice as many.
  ///   - random: makes the edit.
  ///   - item: makes an element.
  /// - Returns: a description of the edit.
  func editShare(
    of identities: Int, _ random: inout SplitMix64, _ item: (Int) -> KeyedSources.Item
  ) -> String {
    let old = Array(peek())
    let all = old.count
    let shares = [1, all / 100, all / 16 - 1, all / 16, all / 16 + 1, all / 10, all / 2, all]
    let share = Swift.min(Swift.max(shares[random.below(shares.count)], 1), all)
    let taken = Set(old.map(\.id))
    let chosen = Set(taken.sorted().shuffled(using: &random).prefix(share))
    let new = (0..<2 * identities).filter { !taken.contains($0) }.map(item)
    let kind = random.below(10)
    switch kind {
    case 0, 1: batch { for id in chosen.sorted() { self[id] = item(id) } }
    case 2: replaceAll(with: old.map { chosen.contains($0.id) ? item($0.id) : $0 })
    case 3: replaceAll(with: old.dropFirst(share) + new.prefix(share))
    case 4: replaceAll(with: new.prefix(share) + old.dropLast(share))
    case 5: replaceAll(with: new.prefix(all))
    case 6: replaceAll(with: old.reversed())
    case 7: batch { for id in chosen.sorted() { move(id, to: random.below(all)) } }
    case 8: removeAll { chosen.contains($0.id) }
    default: batch { for item in new.prefix(share) { insert(item, at: random.below(all + 1)) } }
    }
    return "\(share) of \(all) by \(kind)"
  }
}

import AllocationCounter
import BenchmarkReport
import Upkeep
import UpkeepCollections

/// The bytes per element of a collection, and of each derived collection beyond that.
///
/// They include the links and the allocator's part of each block.
enum CollectionMemory {
  static let n = 100_000

  /// A sentence with all figures; `nil` where a program cannot count its allocations.
  static var sentence: String? {
    guard allocation_counting_is_available() else { return nil }
    let parts = measured().map { "\($0.name) \($0.bytes.short)" }
    return "memory, collection of \(n), bytes per element of \(MemoryLayout<Item>.stride): "
      + parts.joined(separator: ", ") + "."
  }

  private static func measured() -> [(name: String, bytes: Double)] {
    let elements = Item.list(of: n)
    var kept: [AnyObject] = []
    var found: [(name: String, bytes: Double)] = []
    func count(_ name: String, _ make: () -> AnyObject) {
      let before = heap_bytes()
      kept.append(make())
      found.append((name, Double(heap_bytes() - before) / Double(n)))
    }
    func read<ID, Element>(_ collection: Property<KeyedArray<ID, Element>>) -> AnyObject {
      Opaque.consume(collection.value.count)
      return collection
    }
    var items = StoredCollection([Item]())
    // A stored collection has an index of identities from the start; others make one when needed.
    count("stored") {
      items = StoredCollection(elements)
      return items
    }
    count("filter, of which two thirds stay") { read(items.filter { $0.isOpen }) }
    count("map") { read(items.map { $0.cost }) }
    let sorted = items.sorted { $0.order < $1.order }
    count("sorted") { read(sorted) }
    count("finding one in it") {
      Opaque.consume(sorted.value[id: 0]?.cost ?? 0)
      return sorted
    }
    count("grouped by 100 keys") { read(items.grouped { $0.cost }) }
    count("sum") {
      let sum = items.sum { $0.cost }
      Opaque.consume(sum.value)
      return sum
    }
    return withExtendedLifetime(kept) { found }
  }
}

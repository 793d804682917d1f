import Upkeep
import UpkeepCollections

extension HotPath {
  /// One random edit of an item, passed through an operator to an effect, in a collection of 1,000.
  ///
  /// The paths of growth pass an edit through a filter to an order, a window and a sum, in a
  /// collection of 1,000 and one of 100,000. An edit takes so many instructions that counting a
  /// hundred edits is enough.
  static var collections: [HotPath] {
    [
      editing("unread") { _, _ in },
      editing("filter") { read($0.filter { $0.isOpen }, $1) },
      editing("map") { read($0.map { $0.cost }, $1) },
      editing("sorted") { read($0.sorted { $0.order < $1.order }, $1) },
      editing("window") { read($0.window(490..<510), $1) },
      editing("grouped") { read($0.grouped { $0.cost }, $1) },
      editing("sum") { items, updater in
        let sum = items.sum { $0.cost }
        updater.keepUpToDate(dependencies: [sum]) { Opaque.consume(sum.value) }
      },
      editing("sum.by") { items, updater in
        read(
          items.sum {
            $0.cost
          } by: {
            $0.id % 16
          }, updater)
      },
      editing("joined") { items, updater in
        let others = StoredCollection(Item.list(of: 100))
        let joined = items.joined(with: others, on: { $0.cost }, { $0.order &+ $1.cost })
        read(joined, updater)
      },
      // The edited item is always the followed one.
      editing("element", of: 1) { items, updater in
        let element = items.element(0)
        updater.keepUpToDate(dependencies: [element]) { Opaque.consume(element.value?.cost ?? 0) }
      },
      // All items are followed, and one is edited.
      editing("element.1000") { items, updater in
        for id in 0..<1_000 {
          let element = items.element(id)
          updater.keepUpToDate(dependencies: [element]) { Opaque.consume(element.value?.cost ?? 0) }
        }
      },
      editing("rank.1000") { items, updater in
        for id in 0..<1_000 {
          let rank = items.rank(of: id)
          updater.keepUpToDate(dependencies: [rank]) { Opaque.consume(rank.value ?? 0) }
        }
      },
      editing("follow") { items, updater in
        updater.follow(items) { Opaque.consume($0.updates.count) }
      },
      pipeline(1_000), pipeline(100_000),
    ]
  }

  private static let counted = 100

  /// As many edits as `CountMode` makes, all different, because a repeated edit would change less.
  private static func edits(of n: Int) -> [ItemEdit] {
    var edits = ItemEdits(of: n)
    return (0..<6 * counted).map { _ in edits.next() }
  }

  private static func editing(
    _ operation: String, of edited: Int = 1_000,
    _ follow: @escaping (StoredCollection<Int, Item>, Updater) -> Void
  ) -> HotPath {
    HotPath("collection.\(operation)", operations: counted) {
      let items = StoredCollection(Item.list(of: 1_000))
      let updater = Updater()
      follow(items, updater)
      let edits = edits(of: edited)
      var next = 0
      return { operations in
        withExtendedLifetime(updater) {
          for _ in 0..<operations {
            let edit = edits[next]
            items.update(edit.id) { edit.apply(to: &$0) }
            next += 1
          }
        }
      }
    }
  }

  private static func pipeline(_ n: Int) -> HotPath {
    HotPath("collection.edit.\(n)", operations: counted) {
      let items = KeyedItems(Item.list(of: n), 0..<20, into: Sink()) { $0.isOpen }
      let edits = edits(of: n)
      var next = 0
      return { operations in
        for _ in 0..<operations {
          items.edit(edits[next])
          next += 1
        }
      }
    }
  }

  private static func read<ID, Element>(
    _ collection: Property<KeyedArray<ID, Element>>, _ updater: Updater
  ) {
    updater.keepUpToDate(dependencies: [collection]) { Opaque.consume(collection.value.count) }
  }
}

import Upkeep
import UpkeepStore

extension HotPath {
  /// Sends of actions to a store.
  static var stores: [HotPath] {
    [
      HotPath("store.read.field") {
        let store = Store(Till.State(), Till.reducer)
        return { operations in
          for _ in 0..<operations { Opaque.consume(store.count) }
        }
      },
      HotPath("store.send.unread") {
        let store = Store(Till.State(), Till.reducer)
        return { operations in
          for number in 1...operations { store.send(.set(number)) }
        }
      },
      HotPath("store.send.effect") {
        let store = Store(Till.State(), Till.reducer)
        let updater = Updater()
        updater.keepUpToDate { Opaque.consume(store.state.count) }
        return { [updater] operations in
          for number in 1...operations { store.send(.set(number)) }
          withExtendedLifetime(updater) {}
        }
      },
      HotPath("store.send.field.effect") {
        let store = Store(Till.State(), Till.reducer)
        let updater = Updater()
        updater.keepUpToDate { Opaque.consume(store.count) }
        return { [updater] operations in
          for number in 1...operations { store.send(.set(number)) }
          withExtendedLifetime(updater) {}
        }
      },
      HotPath("store.send.fields.effect") {
        // Three fields: one is read twice, and another effect reads them in another order.
        let store = Store(Till.State(), Till.reducer)
        let updater = Updater()
        updater.keepUpToDate {
          Opaque.consume(store.count)
          Opaque.consume(store.title.utf8.count)
          Opaque.consume(store.items.count)
          Opaque.consume(store.count)
        }
        updater.keepUpToDate {
          Opaque.consume(store.title.utf8.count)
          Opaque.consume(store.count)
        }
        return { [updater] operations in
          for number in 1...operations { store.send(.set(number)) }
          withExtendedLifetime(updater) {}
        }
      },
      HotPath("store.write.effect") {
        // The comparison for `store.send.effect`.
        let property = StoredProperty(Till.State())
        let updater = Updater()
        updater.keepUpToDate { Opaque.consume(property.value.count) }
        return { [updater] operations in
          for number in 1...operations { property.value = Till.State(count: number) }
          withExtendedLifetime(updater) {}
        }
      },
      HotPath("store.send.inPlace.effect") {
        let store = Store(Till.State(), Till.reducer, changes: .always)
        let updater = Updater()
        updater.keepUpToDate { Opaque.consume(store.state.count) }
        return { [updater] operations in
          for number in 1...operations { store.send(.set(number)) }
          withExtendedLifetime(updater) {}
        }
      },
    ]
  }
}

import Upkeep
import UpkeepCollections

extension Updater {
  /// Makes a diffable data source follow a collection.
  ///
  /// The files for UIKit and AppKit make their snapshots of the edits.
  ///
  /// The source is held weakly. `content` has the new rows before `tell` is called. The first call
  /// has no edits, and its new value is the current one.
  @MainActor
  func follow<Source: AnyObject, ID, Element>(
    _ content: ShownValue<KeyedArray<ID, Element>>, in source: Source, _ name: String?,
    _ file: StaticString, _ line: UInt,
    _ tell: @escaping (Source, CollectionEdits<ID, Element>, _ isFirst: Bool) -> Void
  ) -> EffectToken {
    content.follow(by: self, in: source, name, file, line) { source, old, new, store in
      store()
      tell(source, CollectionEdits(from: old ?? new, to: new), old == nil)
    }
  }
}

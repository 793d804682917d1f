import Upkeep

extension HotPath {
  /// One write that reaches a transition, a binding or another kind of effect.
  static var effects: [HotPath] {
    [
      HotPath("transition") {
        let source = StoredProperty(0)
        let updater = Updater()
        updater.onTransition(source) { old, new in Opaque.consume((old ?? 0) &+ new) }
        return writing(source, updater)
      },
      HotPath("bind") {
        let source = StoredProperty(0)
        let label = Label()
        let updater = Updater()
        updater.bind(object: label, keyPath: \.number, toProperty: source)
        return { [write = writing(source, updater)] operations in
          write(operations)
          Opaque.consume(label.number)
        }
      },
      HotPath("bind.closure") {
        // The comparison for `bind`: a plain effect that does the same.
        let source = StoredProperty(0)
        let label = Label()
        let updater = Updater()
        updater.keepUpToDate(dependencies: [source]) { [weak label] in
          label?.number = source.value
        }
        return { [write = writing(source, updater)] operations in
          write(operations)
          Opaque.consume(label.number)
        }
      },
    ]
  }

  private final class Label {
    var number = 0
  }
}

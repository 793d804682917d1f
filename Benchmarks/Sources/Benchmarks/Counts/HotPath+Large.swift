import Upkeep

extension HotPath {
  /// One change of a large value.
  ///
  /// A superfluous copy adds an allocation for an array, and the copied words for a kilobyte; a
  /// full comparison of arrays adds their elements.
  static var large: [HotPath] {
    [
      HotPath("write.large.array") {
        // The arrays differ in their first element, so a comparison must not touch the rest.
        let values = (0..<2).map { Array($0..<$0 + size) }
        return writing(values, effect: { Opaque.consume($0[0]) })
      },
      HotPath("write.large.dictionary") {
        // The sizes differ, for the same reason.
        let values = (0..<2).map { extra in
          Dictionary(uniqueKeysWithValues: (0..<size + extra).map { ($0, $0) })
        }
        return writing(values, effect: { Opaque.consume($0.count) })
      },
      HotPath("write.large.struct") {
        writing([Kilobyte(0), Kilobyte(1)], effect: { Opaque.consume($0.words[0]) })
      },
      HotPath("write.large.chain") {
        let values = [Kilobyte(0), Kilobyte(1)]
        let source = StoredProperty(values[0])
        let shown = PassThroughProperty(source.map { $0.next })
        let updater = Updater()
        updater.keepUpToDate(dependencies: [shown]) { Opaque.consume(shown.value.words[0]) }
        return writing(values, to: source, updater)
      },
      HotPath("edit.large.array") {
        let source = StoredProperty(Array(0..<size))
        let updater = Updater()
        updater.keepUpToDate(dependencies: [source]) { Opaque.consume(source.value[0]) }
        return { operations in
          withExtendedLifetime(updater) {
            for _ in 0..<operations { source.modify { $0[0] &+= 1 } }
          }
        }
      },
    ]
  }

  private static let size = 10_000

  /// A value of 1024 bytes.
  private struct Kilobyte: Equatable {
    var words: SIMD64<Int>
    var moreWords: SIMD64<Int>

    init(_ number: Int) {
      words = SIMD64(repeating: number)
      moreWords = SIMD64(repeating: number)
    }

    var next: Kilobyte {
      var next = self
      next.words[0] &+= 1
      return next
    }
  }

  /// Writes the two values in turn to the input of an effect.
  private static func writing<Value: Equatable>(
    _ values: [Value], effect: @escaping (Value) -> Void
  ) -> (Int) -> Void {
    let source = StoredProperty(values[0])
    let updater = Updater()
    updater.keepUpToDate(dependencies: [source]) { effect(source.value) }
    return writing(values, to: source, updater)
  }

  private static func writing<Value>(
    _ values: [Value], to source: StoredProperty<Value>, _ listener: AnyObject
  ) -> (Int) -> Void {
    var last = 0
    return { operations in
      withExtendedLifetime(listener) {
        for _ in 0..<operations {
          last += 1
          source.value = values[last & 1]
        }
      }
    }
  }
}

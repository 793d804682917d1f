import Observation
import Upkeep

extension HotPath {
  /// Reads and changes that Observation is told of.
  ///
  /// They come last, for they turn the switch on, and off at their end: the rest is counted without it.
  static var observation: [HotPath] {
    [
      HotPath("observation.read.stored") { told { unheardReads(of: StoredProperty(1)) } },
      HotPath("observation.read.derived") {
        told { unheardReads(of: DerivedProperty(StoredProperty(1)) { $0 &+ 1 }) }
      },
      HotPath("observation.render") {
        told {
          let count = StoredProperty(0)
          return { operations in
            for number in 1...operations {
              withObservationTracking {
                Opaque.consume(count.value)
              } onChange: {
              }
              count.value = number
            }
          }
        }
      },
      // The comparison for `observation.render`.
      HotPath("observation.render.model") {
        let model = Model()
        return { operations in
          for number in 1...operations {
            withObservationTracking {
              Opaque.consume(model.count)
            } onChange: {
            }
            model.count = number
          }
        }
      },
    ]
  }

  private static func told(
    _ build: () -> (_ operations: Int) -> Void
  ) -> (_ operations: Int) -> Void {
    let operate = build()
    return { operations in
      ObservationSwitch.isOn = true
      operate(operations)
      ObservationSwitch.isOn = false
    }
  }

  /// Outside all computations, where nobody tracks.
  private static func unheardReads(of property: Property<Int>) -> (_ operations: Int) -> Void {
    { operations in
      for _ in 0..<operations { Opaque.consume(property.value) }
    }
  }

  /// As the macro `@Observable` would make it.
  private final class Model: Observable {
    private let registrar = ObservationRegistrar()
    private var stored = 0

    var count: Int {
      get {
        registrar.access(self, keyPath: \.count)
        return stored
      }
      set {
        if stored == newValue { return }
        registrar.withMutation(of: self, keyPath: \.count) { stored = newValue }
      }
    }
  }
}

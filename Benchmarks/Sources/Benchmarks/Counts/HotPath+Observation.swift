import Observation
import Upkeep

extension HotPath {
  /// Reads and changes that Observation tracks.
  ///
  /// A row shows a value derived from a value of its own and from a shared value, which changes. In
  /// the comparison, the body computes it.
  ///
  /// These paths come last, because they turn the Observation switch on, and off at their end: all
  /// other paths are counted without it.
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
              render { count.value }
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
            render { model.count }
            model.count = number
          }
        }
      },
      HotPath("observation.rows", parts: 1_000) {
        told {
          let shared = StoredProperty(0)
          let rows = (1...1_000).map { own in
            DerivedProperty(StoredProperty(own), shared) { $0 &* $1 }
          }
          return { operations in
            for number in 1...operations {
              for row in rows { render { row.value } }
              shared.value = number
            }
          }
        }
      },
      // The comparison for `observation.rows`.
      HotPath("observation.rows.model", parts: 1_000) {
        let shared = Model()
        let rows = (1...1_000).map { Model($0) }
        return { operations in
          for number in 1...operations {
            for row in rows { render { row.count &* shared.count } }
            shared.count = number
          }
        }
      },
    ]
  }

  /// Reads a number as a view's body does.
  private static func render(_ body: () -> Int) {
    withObservationTracking {
      Opaque.consume(body())
    } onChange: {
    }
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

  /// Reads outside all computations, without tracking.
  private static func unheardReads(of property: Property<Int>) -> (_ operations: Int) -> Void {
    { operations in
      for _ in 0..<operations { Opaque.consume(property.value) }
    }
  }

  /// A model as the macro `@Observable` would make it.
  private final class Model: Observable {
    private let registrar = ObservationRegistrar()
    private var stored: Int

    init(_ count: Int = 0) { stored = count }

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

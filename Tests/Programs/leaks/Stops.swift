import Foundation
import Upkeep
import UpkeepScope
import UpkeepStore

/// The mistakes after which the program stops.
///
/// A release build drops the message of a trap, so each has to be on standard error before that,
/// also where a handler has heard of it.
enum Stop: String, CaseIterable {
  case cycle, overlappingEdit, overlappingRead, stackExhausted, writesNestTooDeep
  case scopedTooDeep, instanceIsGone

  /// The text that has to be on standard error.
  var message: String {
    switch self {
    case .cycle: "turn each of total and tax into a Result"
    case .overlappingEdit, .overlappingRead:
      "a property must not be used inside an in-place edit of itself, but count"
    case .stackExhausted: "levels deep at level"
    case .writesNestTooDeep: "levels deep at passed"
    case .scopedTooDeep: "holds 128 levels, but these are 129 deep"
    case .instanceIsGone: "was never read while its instance was there"
    }
  }

  private final class Cart {
    @Stored var count = 1
    @Derived(name: "double", { (cart: Cart) in cart.count }) var double: Int
  }

  private final class Late { var total: Property<Int>? }

  /// Makes the mistake, with a handler that says nothing.
  func make() {
    withMisuseHandler({ _ in }) {
      let count = StoredProperty(0, name: "count")
      switch self {
      case .cycle:
        let late = Late()
        let total = DerivedProperty(name: "total") { late.total?.value ?? 0 }
        let tax = total.map(name: "tax") { $0 }
        late.total = tax
        _ = total.value
      case .overlappingEdit: count.modify { _ in count.modify { $0 = 1 } }
      case .overlappingRead: count.modify { $0 = count.value }
      case .stackExhausted:
        func endless(_ level: Int) -> DerivedProperty<Int> {
          DerivedProperty(name: "level\(level)") { endless(level + 1).value + count.value }
        }
        _ = endless(0).value
      case .writesNestTooDeep: Scope()[Endless.passed(0)] = 1
      case .scopedTooDeep: _ = ScopedEffects.scoped(129)
      case .instanceIsGone:
        var cart: Cart? = Cart()
        let double = cart?.$double
        cart = nil
        _ = double?.value
      }
    }
  }

  /// Has this program make the mistake, and returns its end and its standard error.
  private func outcome() throws -> (hasFailed: Bool, message: String) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--stop", rawValue]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let message = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus != 0, message)
  }

  /// Expects of every stop that it says why.
  static func checkAll(_ checks: Checks) {
    for stop in allCases {
      let outcome = try? stop.outcome()
      checks.expect(
        outcome?.hasFailed == true && outcome?.message.contains(stop.message) == true,
        "a program that is stopped by \(stop) says why: \(outcome?.message ?? "not run")")
    }
  }
}

/// Definitions of which each passes writes on to the next.
private enum Endless {
  static let passed = Family { (level: Int) in make(level) }

  private static func make(_ level: Int) -> WritableComputed<Int> {
    WritableComputed(
      name: "passed", get: { _ in level }, set: { scope, value in scope[passed(level + 1)] = value }
    )
  }
}

/// Interactors with an effect, each scoped to the whole of the next.
private struct ScopedEffects: Interactor {
  func reduce(_ state: inout Int, _ action: Int) {}
  nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {}

  static func scoped(_ levels: Int) -> AnyInteractor<Int, Int> {
    let same = Case<Int, Int>({ $0 }) { $0 }
    return (0..<levels).reduce(AnyInteractor(ScopedEffects())) { inner, _ in
      inner.scoped(to: \.self, action: same)
    }
  }
}

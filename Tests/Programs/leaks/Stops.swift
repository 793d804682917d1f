import Foundation
import Upkeep
import UpkeepScope
import UpkeepStore

/// Mistakes after which the program stops, of scopes and stores.
///
/// A release build drops the message of a trap, so each has to be on standard error before that,
/// also where a handler has heard of it. `MisuseStops`, `NestingTests` and `DerivedWrapperTests` have the others.
enum Stop: String, CaseIterable {
  case writesNestTooDeep, scopedTooDeep

  /// The text that has to be on standard error.
  var message: String {
    switch self {
    case .writesNestTooDeep: "levels deep at passed"
    case .scopedTooDeep: "holds 128 levels, but these are 129 deep"
    }
  }

  /// Makes the mistake, with a handler that says nothing.
  func make() {
    withMisuseHandler({ _ in }) {
      switch self {
      case .writesNestTooDeep: Scope()[Endless.passed(0)] = 1
      case .scopedTooDeep: _ = ScopedEffects.scoped(129)
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
  static let passed: Family<Int, WritableComputed<Int>> = Family { level in
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

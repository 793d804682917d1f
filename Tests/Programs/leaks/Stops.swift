import Foundation
import Upkeep
import UpkeepScope
import UpkeepStore

/// Mistakes in scopes and stores that stop the program.
///
/// A release build drops the message of a trap, so the library must write the message to standard
/// error first, even if a misuse handler has received it. `MisuseStops`, `NestingTests` and
/// `DerivedWrapperTests` have the other mistakes that stop the program.
enum Stop: String, CaseIterable {
  case writesNestTooDeep, scopedTooDeep

  /// The text that must be on standard error.
  var message: String {
    switch self {
    case .writesNestTooDeep: "levels deep at passed"
    case .scopedTooDeep: "holds 128 levels, but these are 129 deep"
    }
  }

  /// Makes the mistake under a misuse handler that prints nothing.
  func make() {
    withMisuseHandler({ _ in }) {
      switch self {
      case .writesNestTooDeep: Scope()[Endless.passed(0)] = 1
      case .scopedTooDeep: _ = ScopedEffects.scoped(129)
      }
    }
  }

  /// Runs this program with the mistake; returns whether it failed, and its standard error.
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

  /// Expects that every stop prints its message.
  static func checkAll(_ checks: Checks) {
    for stop in allCases {
      let outcome = try? stop.outcome()
      checks.expect(
        outcome?.hasFailed == true && outcome?.message.contains(stop.message) == true,
        "a program that is stopped by \(stop) says why: \(outcome?.message ?? "not run")")
    }
  }
}

/// Writable definitions each of which passes a write on to the next.
private enum Endless {
  static let passed: Family<Int, WritableComputed<Int>> = Family { level in
    WritableComputed(
      name: "passed", get: { _ in level }, set: { scope, value in scope[passed(level + 1)] = value }
    )
  }
}

/// Nested interactors with an effect, each scoped to the whole state.
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

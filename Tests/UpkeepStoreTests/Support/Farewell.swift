// SAFETY: each object is used by one test, in the isolation of its store.
/// Calls a closure when it is released.
final class Farewell: Equatable, @unchecked Sendable {
  let number: Int
  private let body: () -> Void

  init(_ number: Int = 0, _ body: @escaping () -> Void = {}) {
    self.number = number
    self.body = body
  }

  deinit { body() }

  static func == (one: Farewell, other: Farewell) -> Bool { one.number == other.number }
}

import Upkeep

/// The error of a body that fails on purpose.
package struct Undone: Error {
  package init() {}
}

/// Runs a transaction, and rolls it back if `isUndone`, which is asked after the body.
package func transaction(isUndone: @autoclosure () -> Bool, _ body: () -> Void) {
  try? Upkeep.transaction {
    body()
    if isUndone() { throw Undone() }
  }
}

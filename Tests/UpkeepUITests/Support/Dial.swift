import UpkeepUI

/// A control without a framework, declared as UIKit declares its own.
@MainActor final class Dial: EditableControl {
  var text: String? = "" { didSet { writes += 1 } }
  var level = 0 { didSet { writes += 1 } }
  private(set) var writes = 0
  private var listeners: [@MainActor () -> Bool] = []

  var listenerCount: Int { listeners.count }

  func afterEdits(_ body: @escaping @MainActor () -> Bool) { listeners.append(body) }

  /// Turns the dial as a user does.
  func turn(to level: Int) {
    self.level = level
    edited()
  }

  func type(_ text: String?) {
    self.text = text
    edited()
  }

  private func edited() { listeners = listeners.filter { $0() } }
}

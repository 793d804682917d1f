import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

@testable import UpkeepUI

private struct Sound: Equatable {
  var level = 3
  var title = "Song"
}

private enum SoundAction { case level(Int) }

private enum Definitions {
  static let limited = Atom(3, changes: ChangeRule { _, new in new <= 10 })
}

/// A control and a value that stay equal both ways without code of the program.
@MainActor @Suite struct ControlBindingTests {
  private let updater = Updater()
  private let dial = Dial()
  private let store = Store(
    Sound(),
    Reducer<Sound, SoundAction> { sound, action in
      if case .level(let level) = action { sound.level = level }
    })

  @Test
  func `a control shows the value, is written once for each change, and its events are heard`() {
    let level = StoredProperty(3)
    updater.bind(object: dial, keyPath: \.level, with: level)
    level.value = 5
    level.value = 5
    #expect((dial.level, dial.writes) == (5, 2))
    dial.turn(to: 8)
    #expect(level.value == 8)
  }

  @Test func `a field of a store is written, or sent as an action`() {
    updater.bind(object: dial, keyPath: \.level, with: store.bound(\.level) { .level($0) })
    updater.bind(object: dial, keyPath: \.text, with: store.bound(\.title))
    dial.turn(to: 8)
    dial.type("Aria")
    #expect(store.state == Sound(level: 8, title: "Aria"))
  }

  @Test func `an optional property of a control is bound to a value that is not optional`() {
    let title = StoredProperty("Song")
    updater.bind(object: dial, keyPath: \.text, with: title)
    dial.type(nil)
    #expect((dial.text, title.value) == ("Song", "Song"))
    dial.type("Aria")
    #expect(title.value == "Aria")
    let (optional, other) = (StoredProperty<String?>("Song"), Dial())
    updater.bind(object: other, keyPath: \.text, with: optional)
    other.type(nil)
    #expect(optional.value == nil)
  }

  @Test func `a value is converted both ways`() {
    let level = StoredProperty(3)
    let bound = Bound(get: { level.value }) { level.value = $0 }
    updater.bind(
      object: dial, keyPath: \.text, with: bound.map(to: { "\($0)" }, from: { Int($0) ?? 0 }))
    #expect(dial.text == "3")
    dial.type("12")
    #expect(level.value == 12)
    dial.type("x")
    #expect((level.value, dial.text) == (0, "0"))
  }

  @Test func `an edit that is refused is undone in the control`() {
    let scope = Scope()
    updater.bind(object: dial, keyPath: \.level, with: scope.bound(Definitions.limited))
    dial.turn(to: 11)
    #expect((dial.level, scope[Definitions.limited]) == (3, 3))
  }

  @Test func `a binding that was cancelled hears nothing, and leaves the control`() {
    let level = StoredProperty(3)
    let binding = updater.bind(object: dial, keyPath: \.level, with: level)
    binding.cancel()
    dial.turn(to: 8)
    level.value = 4
    #expect((level.value, dial.level, dial.listenerCount) == (4, 8, 0))
  }

  @Test func `a control is held weakly, and takes its binding with it`() {
    let level = StoredProperty(3)
    let binding = updater.bind(object: Dial(), keyPath: \.level, with: level)
    level.value = 4
    #expect(binding.isCancelled)
  }
}

/// Notifications of a control that has no events.
@MainActor @Suite struct NotificationListenerTests {
  private final class TextView {}

  private let center = NotificationCenter()
  private let name = Notification.Name("edited")

  @Test func `a listener hears one object's notifications with one name`() {
    let (view, other) = (TextView(), TextView())
    var count = 0
    let listener = NotificationListener(name, of: view, in: center) { count += 1 }
    center.post(name: name, object: view)
    center.post(name: name, object: other)
    center.post(name: Notification.Name("scrolled"), object: view)
    withExtendedLifetime(listener) {}
    #expect(count == 1)
  }

  @Test func `a listener that is released hears nothing, and has let go of its closure`() {
    let view = TextView()
    weak var gone: TextView?
    do {
      let capture = TextView()
      gone = capture
      let listener = NotificationListener(name, of: view, in: center) {
        Issue.record("\(capture) is released")
      }
      withExtendedLifetime(listener) {}
    }
    center.post(name: name, object: view)
    #expect(gone == nil)
  }
}

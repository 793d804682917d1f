import Foundation
import Testing

@testable import UpkeepUI

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

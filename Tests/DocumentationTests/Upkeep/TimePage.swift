import Testing
import Upkeep

/// The page Time.
@MainActor @Suite(.statedResults()) struct TimePage {
  @Test func `the code about tentative values gives its stated results`() {
    let saved = StoredProperty("Title")
    let clock = ManualClock()  // advanced by hand; by default a ContinuousClock
    let title = TentativeProperty(saved, tentativeValueValidFor: .seconds(5), clock: clock)
    title.value = "Draft"  // shown at once; `saved` is not written
    print(title.value, saved.value, title.isTentative)  // Draft Title true
    clock.advance(by: .seconds(5))
    print(title.value, title.isTentative)  // Title false

    let likes = StoredProperty(10)
    let shown = TentativeProperty(likes)  // valid until it is told to go
    let mine = shown.apply { $0 + 1 }  // a layer: one more than the value below it
    shown.set(100, until: .untilConfirmed)  // another: until `likes` is 100 by itself
    print(shown.value)  // 100
    mine.fail()  // or confirm(); layers end in any order
    likes.value = 100  // confirms the other
    likes.value = 7
    print(shown.value)  // 7
    shown.revertTentative()  // all of them
    let liked = shown.apply { $0 + 1 }
    liked.confirm { likes.value = 8 }
    print(shown.value)  // 8

    let rooms = StoredProperty(["Hall", "Lab"])
    let first = DerivedProperty(changes: .always) { rooms.value.first ?? "" }
    let room = TentativeProperty(first) { first, shown in
      rooms.peek().contains(shown) ? shown : first
    }
    room.value = "Lab"
    rooms.value = ["Yard", "Lab"]
    print(room.value)  // Lab
    rooms.value = ["Yard"]
    print(room.value)  // Yard
  }
}

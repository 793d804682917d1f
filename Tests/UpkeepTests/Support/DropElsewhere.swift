@testable import Upkeep

/// Makes something here and drops the last reference to it on a plain thread; returns when it is gone.
@discardableResult
func dropElsewhere<Content>(_ make: () -> Content) -> NodeCount {
  let slot = SharedSlot<Content>()
  slot.content = make()
  return slot.dropElsewhere()
}

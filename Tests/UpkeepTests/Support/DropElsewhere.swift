@testable import Upkeep

/// Makes a value here and drops its last reference on a plain thread; returns when it is gone.
@discardableResult
func dropElsewhere<Content>(_ make: () -> Content) -> NodeCount {
  let slot = SharedSlot<Content>()
  slot.content = make()
  return slot.dropElsewhere()
}

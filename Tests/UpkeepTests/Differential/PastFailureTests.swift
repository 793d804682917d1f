import Testing

@testable import Upkeep

/// The shrunk scripts of what random scripts have found.
@Suite struct PastFailureTests {
  // s ─> d; an edit that changes nothing, with a reader between it and the end of the batch.
  @Test func `an edit in a batch that ends where it began leaves its readers fresh`() {
    let script: [Operation] = [
      .stored(StoredSpec(id: 2, value: 0)),
      .derive(DerivedSpec(id: 4, expression: .read(2))),
      .derive(DerivedSpec(id: 16, expression: .peek(4))),
      .write(2, -2),
      .batch([.modify(2, -2), .observe(EffectSpec(id: 23, expression: .read(16)))]),
    ]
    #expect(Runner.difference(script) == nil)
  }

  // b, not declared ─> d ─> e, which reads it untracked.
  @Test func `an undeclared read is reported below an untracked one`() {
    let script: [Operation] = [
      .stored(StoredSpec(id: 1, value: 0)),
      .stored(StoredSpec(id: 2, value: 0)),
      .derive(DerivedSpec(id: 3, expression: .read(2), form: .listed([1]))),
      .derive(DerivedSpec(id: 4, expression: .untracked(.read(3)))),
      .read(4),
    ]
    #expect(Runner.difference(script) == nil)
  }

  // Seed 6: a ring read from one member, then, after a write, from another.
  @Test func `a ring that was entered at two members is freed`() {
    #expect(RingScript.difference(seed: 6) == nil)
  }
}

extension Counted: GeneralEngine where Base: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Base.Node], by step: S) -> Base.Node {
    base.derive(inputs, by: CountedChoosingStep(step: step, counter: tally))
  }

  func list<S: ListingStep>(_ inputs: [Base.Node], by step: S) -> Base.ListNode {
    base.list(inputs, by: CountedListingStep(step: step, counter: tally))
  }

  func derive<S: ListReadingStep>(
    _ list: Base.ListNode, _ inputs: [Base.Node], by step: S
  ) -> Base.Node {
    base.derive(list, inputs, by: CountedListReadingStep(step: step, counter: tally))
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Base.Node>, _ reaction: R) {
    base.effect(on: inputs, reaction)
  }

  func batch(_ body: () -> Void) { base.batch(body) }
  func endEffects() { base.endEffects() }
}

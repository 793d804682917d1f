import Upkeep

extension UpkeepTracked: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Property<Int>], by step: S) -> Property<Int> {
    readingOnce(DerivedProperty { step.apply { inputs[$0].value } })
  }

  func list<S: ListingStep>(_ inputs: [Property<Int>], by step: S) -> Property<List> {
    DerivedProperty { List(step.apply { inputs[$0].value }) }
  }

  func derive<S: ListReadingStep>(
    _ list: Property<List>, _ inputs: [Property<Int>], by step: S
  ) -> Property<Int> {
    readingOnce(DerivedProperty { step.apply({ list.value }, { inputs[$0].value }) })
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Property<Int>>, _ reaction: R) {
    let first = inputs.startIndex
    updater.keepUpToDate { reaction.run { inputs[first &+ $0].value } }
  }

  func batch(_ body: () -> Void) { Upkeep.batch(body) }

  func endEffects() { updater = Updater() }
}

import Upkeep

extension UpkeepTracked: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Property<Int>], by step: S) -> Property<Int> {
    let inputs = Borrowed(inputs)
    return readingOnce(DerivedProperty { step.apply(inputs) })
  }

  func list<S: ListingStep>(_ inputs: [Property<Int>], by step: S) -> Property<List> {
    let inputs = Borrowed(inputs)
    return DerivedProperty { List(step.apply(inputs)) }
  }

  func derive<S: ListReadingStep>(
    _ list: Property<List>, _ inputs: [Property<Int>], by step: S
  ) -> Property<Int> {
    let inputs = Borrowed(inputs)
    return readingOnce(DerivedProperty { step.apply({ list.value }, inputs) })
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Property<Int>>, _ reaction: R) {
    let inputs = Borrowed(inputs)
    updater.keepUpToDate { reaction.run(inputs) }
  }

  func batch(_ body: () -> Void) { Upkeep.batch(body) }

  func endEffects() { updater = Updater() }
}

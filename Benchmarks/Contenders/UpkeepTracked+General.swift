import Upkeep

extension UpkeepTracked: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Property<Int>], by step: S) -> Property<Int> {
    readingOnce(DerivedProperty(reading(inputs[...]) { step.apply($0) }))
  }

  func list<S: ListingStep>(_ inputs: [Property<Int>], by step: S) -> Property<List> {
    DerivedProperty(reading(inputs[...]) { List(step.apply($0)) })
  }

  func derive<S: ListReadingStep>(
    _ list: Property<List>, _ inputs: [Property<Int>], by step: S
  ) -> Property<Int> {
    readingOnce(
      DerivedProperty(reading(inputs[...]) { read in step.apply({ list.value }, read) }))
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Property<Int>>, _ reaction: R) {
    updater.keepUpToDate(reading(inputs) { reaction.run($0) })
  }

  func batch(_ body: () -> Void) { Upkeep.batch(body) }

  func endEffects() { updater = Updater() }
}

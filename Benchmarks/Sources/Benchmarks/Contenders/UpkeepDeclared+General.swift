import Upkeep

extension UpkeepDeclared: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Property<Int>], by step: S) -> Property<Int> {
    let borrowed = Borrowed(inputs)
    return DerivedProperty(dependencies: inputs) { step.apply(borrowed) }
  }

  func list<S: ListingStep>(_ inputs: [Property<Int>], by step: S) -> Property<List> {
    let borrowed = Borrowed(inputs)
    return DerivedProperty(dependencies: inputs) { List(step.apply(borrowed)) }
  }

  func derive<S: ListReadingStep>(
    _ list: Property<List>, _ inputs: [Property<Int>], by step: S
  ) -> Property<Int> {
    let borrowed = Borrowed(inputs)
    return DerivedProperty(dependencies: [list] + inputs) { step.apply({ list.value }, borrowed) }
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Property<Int>>, _ reaction: R) {
    let borrowed = Borrowed(inputs)
    updater.keepUpToDate(dependencies: Array(inputs)) { reaction.run(borrowed) }
  }

  func batch(_ body: () -> Void) { Upkeep.batch(body) }

  func endEffects() { updater = Updater() }
}

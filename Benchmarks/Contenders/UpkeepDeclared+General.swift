import Upkeep

extension UpkeepDeclared: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Property<Int>], by step: S) -> Property<Int> {
    DerivedProperty(inputs: inputs, calculate: reading(inputs[...]) { step.apply($0) })
  }

  func list<S: ListingStep>(_ inputs: [Property<Int>], by step: S) -> Property<List> {
    DerivedProperty(inputs: inputs, calculate: reading(inputs[...]) { List(step.apply($0)) })
  }

  func derive<S: ListReadingStep>(
    _ list: Property<List>, _ inputs: [Property<Int>], by step: S
  ) -> Property<Int> {
    DerivedProperty(
      inputs: [list] + inputs,
      calculate: reading(inputs[...]) { read in step.apply({ list.value }, read) })
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Property<Int>>, _ reaction: R) {
    updater.keepUpToDate(
      dependencies: Array(inputs), reading(inputs) { reaction.run($0) })
  }

  func batch(_ body: () -> Void) { Upkeep.batch(body) }

  func endEffects() { updater = Updater() }
}

extension Observed: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [ObservedValue], by step: S) -> ObservedValue {
    let inputs = Borrowed(inputs)
    return add { step.apply(inputs) }
  }

  func list<S: ListingStep>(_ inputs: [ObservedValue], by step: S) -> ObservedList {
    let (output, inputs) = (ObservedList(List([])), Borrowed(inputs))
    addComputation { output.value = List(step.apply(inputs)) }
    return output
  }

  func derive<S: ListReadingStep>(
    _ list: ObservedList, _ inputs: [ObservedValue], by step: S
  ) -> ObservedValue {
    let inputs = Borrowed(inputs)
    return add { step.apply({ list.value }, inputs) }
  }

  func effect<R: Reaction>(on inputs: ArraySlice<ObservedValue>, _ reaction: R) {
    let inputs = Borrowed(inputs)
    addComputation { reaction.run(inputs) }
  }
}

extension Observed: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [ObservedValue], by step: S) -> ObservedValue {
    add { step.apply { inputs[$0].value } }
  }

  func list<S: ListingStep>(_ inputs: [ObservedValue], by step: S) -> ObservedList {
    let output = ObservedList(List([]))
    addComputation { output.value = List(step.apply { inputs[$0].value }) }
    return output
  }

  func derive<S: ListReadingStep>(
    _ list: ObservedList, _ inputs: [ObservedValue], by step: S
  ) -> ObservedValue {
    add { step.apply({ list.value }, { inputs[$0].value }) }
  }

  func effect<R: Reaction>(on inputs: ArraySlice<ObservedValue>, _ reaction: R) {
    let first = inputs.startIndex
    addComputation { reaction.run { inputs[first &+ $0].value } }
  }
}

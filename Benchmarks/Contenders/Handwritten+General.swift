extension Handwritten: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Cell], by step: S) -> Cell {
    let cell = Cell(step.apply { inputs[$0].value })
    addStep(reading: inputs) { pass in
      guard inputs.contains(where: { $0.changedIn == pass }) else { return 0 }
      return cell.settle(step.apply { inputs[$0].value }, in: pass)
    }
    return cell
  }

  func list<S: ListingStep>(_ inputs: [Cell], by step: S) -> ListCell {
    let cell = ListCell(List(step.apply { inputs[$0].value }))
    addStep(reading: inputs) { pass in
      guard inputs.contains(where: { $0.changedIn == pass }) else { return 0 }
      return cell.replace(by: List(step.apply { inputs[$0].value }), in: pass)
    }
    return cell
  }

  func derive<S: ListReadingStep>(_ list: ListCell, _ inputs: [Cell], by step: S) -> Cell {
    let cell = Cell(step.apply({ list.value }, { inputs[$0].value }))
    addStep(reading: [list] + inputs) { pass in
      guard list.changedIn == pass || inputs.contains(where: { $0.changedIn == pass }) else {
        return 0
      }
      return cell.settle(step.apply({ list.value }, { inputs[$0].value }), in: pass)
    }
    return cell
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Cell>, _ reaction: R) {
    let first = inputs.startIndex
    reaction.run { inputs[first &+ $0].value }
    addStep(reading: Array(inputs)) { pass in
      if inputs.contains(where: { $0.changedIn == pass }) {
        reaction.run { inputs[first &+ $0].value }
      }
      return 0
    }
  }
}

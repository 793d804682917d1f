extension Handwritten: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Cell], by step: S) -> Cell {
    let borrowed = Borrowed(inputs)
    let cell = Cell(step.apply(borrowed))
    addStep(reading: inputs) { pass in
      guard borrowed.contains(where: { $0.changedIn == pass }) else { return 0 }
      return cell.settle(step.apply(borrowed), in: pass)
    }
    return cell
  }

  func list<S: ListingStep>(_ inputs: [Cell], by step: S) -> ListCell {
    let borrowed = Borrowed(inputs)
    let cell = ListCell(List(step.apply(borrowed)))
    addStep(reading: inputs) { pass in
      guard borrowed.contains(where: { $0.changedIn == pass }) else { return 0 }
      return cell.replace(by: List(step.apply(borrowed)), in: pass)
    }
    return cell
  }

  func derive<S: ListReadingStep>(_ list: ListCell, _ inputs: [Cell], by step: S) -> Cell {
    let borrowed = Borrowed(inputs)
    let cell = Cell(step.apply({ list.value }, borrowed))
    addStep(reading: [list] + inputs) { pass in
      guard list.changedIn == pass || borrowed.contains(where: { $0.changedIn == pass }) else {
        return 0
      }
      return cell.settle(step.apply({ list.value }, borrowed), in: pass)
    }
    return cell
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Cell>, _ reaction: R) {
    let borrowed = Borrowed(inputs)
    reaction.run(borrowed)
    addStep(reading: Array(inputs)) { pass in
      if borrowed.contains(where: { $0.changedIn == pass }) { reaction.run(borrowed) }
      return 0
    }
  }
}

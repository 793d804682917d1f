extension Naive: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Node], by step: S) -> Node {
    add(reading: inputs) { step.apply { inputs[$0].value } }
  }

  /// The node that others read is a counter of the lists, so that each is a change.
  func list<S: ListingStep>(_ inputs: [Node], by step: S) -> NumberedList {
    var list = List([])
    var number = 0
    let node = add(reading: inputs) {
      list = List(step.apply { inputs[$0].value })
      number += 1
      return number
    }
    return NumberedList(number: node) { list }
  }

  func derive<S: ListReadingStep>(_ list: NumberedList, _ inputs: [Node], by step: S) -> Node {
    let (number, read) = (list.number, list.read)
    return add(reading: [number] + inputs) { step.apply(read, { inputs[$0].value }) }
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Node>, _ reaction: R) {
    let first = inputs.startIndex
    _ = add(reading: Array(inputs)) {
      reaction.run { inputs[first &+ $0].value }
      return 0
    }
  }
}

extension Naive {
  /// A list, and how many have been made.
  struct NumberedList {
    let number: Node
    let read: () -> List
  }
}

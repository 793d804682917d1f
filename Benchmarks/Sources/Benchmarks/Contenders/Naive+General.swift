extension Naive: GeneralEngine {
  func derive<S: ChoosingStep>(_ inputs: [Node], by step: S) -> Node {
    let borrowed = Borrowed(inputs)
    return add(reading: inputs) { step.apply(borrowed) }
  }

  /// Makes a list; other nodes read a counter of the lists, so that each new list is a change.
  func list<S: ListingStep>(_ inputs: [Node], by step: S) -> NumberedList {
    var list = List([])
    var number = 0
    let borrowed = Borrowed(inputs)
    let node = add(reading: inputs) {
      list = List(step.apply(borrowed))
      number += 1
      return number
    }
    return NumberedList(number: node) { list }
  }

  func derive<S: ListReadingStep>(_ list: NumberedList, _ inputs: [Node], by step: S) -> Node {
    let (number, read, borrowed) = (list.number, list.read, Borrowed(inputs))
    return add(reading: [number] + inputs) { step.apply(read, borrowed) }
  }

  func effect<R: Reaction>(on inputs: ArraySlice<Node>, _ reaction: R) {
    let borrowed = Borrowed(inputs)
    _ = add(reading: Array(inputs)) {
      reaction.run(borrowed)
      return 0
    }
  }
}

extension Naive {
  /// A list, and the number of lists that have been made.
  struct NumberedList {
    let number: Node
    let read: () -> List
  }
}

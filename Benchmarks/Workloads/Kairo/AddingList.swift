/// The sum of all inputs, by way of an array of them: kairo's `map` and `reduce`.
struct AddingList: ChoosingStep {
  let count: Int

  func apply(_ read: (_ index: Int) -> Int) -> Int {
    (0..<count).map(read).reduce(0, &+)
  }
}

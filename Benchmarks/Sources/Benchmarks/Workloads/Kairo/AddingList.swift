/// The sum of all inputs, by way of an array of them: kairo's `map` and `reduce`.
struct AddingList: ChoosingStep {
  let count: Int

  func apply(_ read: some Inputs) -> Int {
    (0..<count).map { read($0) }.reduce(0, &+)
  }
}

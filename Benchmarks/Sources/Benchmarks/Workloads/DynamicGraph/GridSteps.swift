/// The value of a grid as a word, and back.
///
/// The values are floating-point numbers, because one of the grids outgrows any integer. Engines
/// carry words, so a word has the bits of a number.
extension Double {
  init(word: Int) { self.init(bitPattern: UInt64(bitPattern: Int64(word))) }

  var word: Int { Int(Int64(bitPattern: bitPattern)) }
}

/// The sum of all inputs.
struct GridSum: ChoosingStep {
  let count: Int

  func apply(_ read: some Inputs) -> Int {
    var sum = 0.0
    for index in 0..<count { sum += Double(word: read(index)) }
    return sum.word
  }
}

/// The sum of the inputs; if the first input is odd, it selects another input to leave out.
///
/// The grids with this step hold whole numbers below 2^53, so integers give the results of
/// JavaScript's `&` and `%`.
struct GridChoice: ChoosingStep {
  let count: Int

  func apply(_ read: some Inputs) -> Int {
    var sum = Double(word: read(0))
    let others = count - 1
    let isDropping = Int(sum) % 2 == 1
    let dropped = Int(sum) % others
    for index in 0..<others where !(isDropping && index == dropped) {
      sum += Double(word: read(index + 1))
    }
    return sum.word
  }
}

/// Reads all inputs, and counts the run.
struct GridReaction: Reaction {
  let count: Int
  let sink: Sink

  func run(_ read: some Inputs) {
    for index in 0..<count { Opaque.consume(read(index)) }
    sink.take(0)
  }
}

/// A step that counts its applications.
struct CountedUnaryStep<Base: UnaryStep>: UnaryStep {
  let step: Base
  let counter: Tally

  var raw: RawStep { step.raw }
  var tally: Tally? { counter }

  func apply(_ input: Int) -> Int {
    counter.note()
    return step.apply(input)
  }
}

/// A step that counts its applications.
struct CountedBinaryStep<Base: BinaryStep>: BinaryStep {
  let step: Base
  let counter: Tally

  var raw: RawStep { step.raw }
  var tally: Tally? { counter }

  func apply(_ first: Int, _ second: Int) -> Int {
    counter.note()
    return step.apply(first, second)
  }
}

/// A step that counts its computations, however many inputs it folds.
struct CountedFoldStep<Base: FoldStep>: FoldStep {
  let step: Base
  let counter: Tally

  var raw: RawStep { step.raw }
  var tally: Tally? { counter }

  func begin() -> Int {
    counter.note()
    return step.begin()
  }

  func fold(_ partial: Int, _ input: Int) -> Int { step.fold(partial, input) }
}

/// A step that counts its applications.
struct CountedChoosingStep<Base: ChoosingStep>: ChoosingStep {
  let step: Base
  let counter: Tally

  func apply(_ read: some Inputs) -> Int {
    counter.note()
    return step.apply(read)
  }
}

/// A step that counts its applications.
struct CountedListingStep<Base: ListingStep>: ListingStep {
  let step: Base
  let counter: Tally

  func apply(_ read: some Inputs) -> [Int] {
    counter.note()
    return step.apply(read)
  }
}

/// A step that counts its applications.
struct CountedListReadingStep<Base: ListReadingStep>: ListReadingStep {
  let step: Base
  let counter: Tally

  func apply(_ list: () -> List, _ read: some Inputs) -> Int {
    counter.note()
    return step.apply(list, read)
  }
}

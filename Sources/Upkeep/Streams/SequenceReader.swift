// SAFETY: made where the owner runs, and used from there on by the task alone, which runs there.
/// Reads an asynchronous sequence on one isolation, as one task.
package struct SequenceReader<Elements: AsyncSequence & SendableMetatype>: @unchecked Sendable
where Elements.AsyncIterator: SendableMetatype {
  private let elements: Elements
  private let hear: (Elements.Element) -> Bool
  private let end: ((any Error)?) -> Void

  /// Makes one.
  ///
  /// - Parameters:
  ///   - elements: the sequence.
  ///   - hear: gets each element; says false to hear no more.
  ///   - end: is called at the end, with the error if there was one; not when the task was cancelled or `hear` said
  ///     false.
  package init(
    _ elements: Elements, hear: @escaping (Elements.Element) -> Bool,
    end: @escaping ((any Error)?) -> Void
  ) {
    self.elements = elements
    self.hear = hear
    self.end = end
  }

  /// Begins to read.
  ///
  /// - Parameter owner: the actor on which all of it happens.
  /// - Returns: the task, which reads until it is cancelled.
  package func start(on owner: any Actor) -> Task<Void, Never> {
    Task { [weak owner] in
      if let owner { await read(on: owner) }
    }
  }

  private func read(on owner: isolated any Actor) async {
    var failure: (any Error)?
    do {
      for try await element in elements {
        if Task.isCancelled || !hear(element) { return }
      }
    } catch {
      failure = error
    }
    if !Task.isCancelled { end(failure) }
  }
}

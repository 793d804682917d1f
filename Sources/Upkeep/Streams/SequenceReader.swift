// SAFETY: the closures are used only on the owner, one after the other; the task carries them
// there.
/// A reader of an asynchronous sequence, which passes each element to its owner in one task.
///
/// The owner is retained only while it gets an element, and not while the reader waits for one.
struct SequenceReader<Elements: AsyncSequence & Sendable>: @unchecked Sendable
where Elements.Element: Sendable {
  let elements: Elements
  /// Gets each element; returns false to get no more.
  let hear: (Elements.Element) -> Bool
  /// Called at the end, with the error if there was one; not called after a cancellation, or if
  /// `hear` has returned false.
  let end: ((any Error)?) -> Void

  /// Begins to read.
  ///
  /// - Parameter owner: the actor on which the closures are called.
  /// - Returns: the task, which reads until it is cancelled.
  func start(on owner: any Actor) -> Task<Void, Never> {
    Task { [weak owner] in
      var failure: (any Error)?
      var isOver = false
      do {
        for try await element in elements {
          if isOver { return }
          if let owner, await take(element, on: owner) { continue }
          // A sequence notices a cancellation when it is asked for the next element.
          isOver = true
          withUnsafeCurrentTask { $0?.cancel() }
        }
      } catch {
        failure = error
      }
      if !isOver, let owner { await finish(with: failure, on: owner) }
    }
  }

  private func take(_ element: Elements.Element, on owner: isolated any Actor) -> Bool {
    !Task.isCancelled && hear(element)
  }

  private func finish(with failure: (any Error)?, on owner: isolated any Actor) {
    if !Task.isCancelled { end(failure) }
  }
}

// SAFETY: the closures are used only on the owner, one after the other; the task carries them there.
/// Reads an asynchronous sequence as one task, and hands each element to its owner.
///
/// The owner is kept only while an element is handed over: one that is waited for keeps nobody.
struct SequenceReader<Elements: AsyncSequence & Sendable>: @unchecked Sendable
where Elements.Element: Sendable {
  let elements: Elements
  /// Gets each element; says false to hear no more.
  let hear: (Elements.Element) -> Bool
  /// Is called at the end, with the error if there was one; not when the task was cancelled or `hear` said false.
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
          // A sequence learns of a cancellation when it is asked once more.
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

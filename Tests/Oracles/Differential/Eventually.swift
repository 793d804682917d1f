/// Waits until other tasks have made a condition true, for five minutes at most.
///
/// Yields alone are not enough: an actor makes a hundred thousand of them in less time than a busy
/// machine may suspend another thread.
@discardableResult
package nonisolated(nonsending) func eventually(
  _ condition: nonisolated(nonsending) () async -> Bool
) async -> Bool {
  for _ in 0..<1_000 {
    if await condition() { return true }
    await Task.yield()
  }
  let end = ContinuousClock.now + .seconds(300)
  while ContinuousClock.now < end {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return await condition()
}

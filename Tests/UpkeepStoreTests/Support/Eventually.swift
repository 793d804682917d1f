/// Waits for what other tasks are about to bring about. It gives up in the end, so that the test can say what is missing.
nonisolated(nonsending) func eventually(_ isSo: () -> Bool) async {
  for _ in 0..<100_000 where !isSo() { await Task.yield() }
}

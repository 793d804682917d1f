/// Waits until other tasks have made something true.
///
/// It gives up in the end, so that the test can name the difference.
nonisolated(nonsending) func eventually(_ isSo: () -> Bool) async {
  for _ in 0..<100_000 {
    if isSo() { return }
    await Task.yield()
  }
}

import Testing

@testable import Upkeep

@Suite struct LivenessDepthTests {
  final class Slot { var tokens: [EffectToken] = [] }

  // Each handler cancels the effect that the next one watches.
  @Test func `169: ten thousand handlers that end one another need no stack`() async {
    await #expect(processExitsWith: .success) {
      let updater = Updater()
      let sources = (0..<10_000).map { StoredProperty($0) }
      let slot = Slot()
      var count = 0
      slot.tokens = sources.map { source in updater.keepUpToDate { _ = source.value } }
      for (index, source) in sources.enumerated() {
        source.livenessHandler = { isLive in
          if isLive { return }
          count += 1
          if index + 1 < slot.tokens.count { slot.tokens[index + 1].cancel() }
        }
      }
      slot.tokens[0].cancel()
      precondition(count == sources.count, "\(count)")
    }
  }
}

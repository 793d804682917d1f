import Differential
import Testing

/// The measure itself: it has to see what grows too fast, and nothing else.
@Suite(.leavesNothing) struct GrowthMeasureTests {
  @Test func `a square is told from a size, and from a size by its logarithm`() {
    #expect(!Growth(from: 100) { Double($0 * $0) }.isLinear)
    #expect(!Growth(from: 1_000) { Double($0) + Double($0 * $0) / 100 }.isLinear)
    #expect(Growth(from: 100) { Double($0) }.isLinear)
    #expect(Growth(from: 100) { Double($0 * (Int.bitWidth - $0.leadingZeroBitCount)) }.isLinear)
  }

  @Test func `one step at which a cache is too small is not growth`() {
    #expect(Growth(from: 100) { Double($0 > 100 ? 5 * $0 : $0) }.isLinear)
  }

  @Test func `a machine that is busy for some tries is not growth`() {
    var tries = 0
    let growth = Growth(from: 100) { size in
      tries += 1
      return Double(tries < 4 && size > 100 ? 9 * size : size)
    }
    #expect(growth.isLinear)
  }
}

import Differential
import Testing

/// The measure itself: it has to see costs that grow too fast, and nothing else.
@Suite(.leavesNothing, .enabled(if: Growth.isMeasured, "not compared under a sanitizer"))
struct GrowthMeasureTests {
  @Test func `squares are more than linear, sizes and their products with logarithms are not`() {
    #expect(!Growth.timed(from: 100) { Double($0 * $0) }.isLinear)
    #expect(!Growth.timed(from: 1_000) { Double($0) + Double($0 * $0) / 100 }.isLinear)
    #expect(Growth.timed(from: 100) { Double($0) }.isLinear)
    #expect(
      Growth.timed(from: 100) { Double($0 * (Int.bitWidth - $0.leadingZeroBitCount)) }.isLinear)
  }

  @Test func `a single step over a cache's size is not growth`() {
    #expect(Growth.timed(from: 100) { Double($0 > 100 ? 5 * $0 : $0) }.isLinear)
  }

  @Test func `a machine that is busy for some tries is not growth, and hides none`() {
    var tries = 0
    let linear = Growth.timed(from: 100) { size in
      tries += 1
      return Double(tries < 6 && size > 100 ? 9 * size : size)
    }
    #expect(linear.isLinear)
    tries = 0
    let square = Growth.timed(from: 100) { size in
      if size == 100 { tries += 1 }
      return Double(size == 100 && tries > 1 ? 30 * size * size : size * size)
    }
    #expect(!square.isLinear)
  }
}

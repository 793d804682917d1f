import BenchmarkReport
import Testing

@Suite struct SpreadTests {
  @Test func `a quantile lies between the samples`() {
    #expect(Spread.quantile(0.5, of: [3, 1, 2]) == 2)
    #expect(Spread.quantile(0.5, of: [4, 1, 2, 3]) == 2.5)
    #expect(Spread.quantile(0.25, of: [1, 2, 3, 4, 5]) == 2)
    #expect(Spread.quantile(0.5, of: []) == 0)
  }

  @Test func `a single slow sample hardly widens the spread`() {
    let quiet = Spread.ofSamples([100, 101, 99, 100, 102, 98, 100])
    let disturbed = Spread.ofSamples([100, 101, 99, 100, 102, 98, 900])
    #expect(quiet > 0 && disturbed < 0.02)
  }

  @Test func `a single sample has no spread`() { #expect(Spread.ofSamples([7]) == 0) }
}

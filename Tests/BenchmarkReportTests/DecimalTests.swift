import BenchmarkReport
import Testing

@Suite struct DecimalTests {
  @Test func `a number has so many digits behind the point`() {
    #expect(1.0.fixed(2) == "1.00" && 0.005.fixed(2) == "0.01" && 1.996.fixed(2) == "2.00")
    #expect(12.5.fixed(0) == "13" && 0.0.fixed(1) == "0.0")
    #expect(Double.infinity.fixed(2) == "inf" && 1e30.fixed(4) == "1e+30")
  }

  @Test func `about three digits count`() {
    #expect(9.994.short == "9.99" && 31.46.short == "31.5" && 4242.4.short == "4242")
  }
}

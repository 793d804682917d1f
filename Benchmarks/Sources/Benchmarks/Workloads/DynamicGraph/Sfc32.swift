/// The random number generator sfc32 by Chris Doty-Humphrey, seeded by `Xmur3a`.
struct Sfc32 {
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32
  private var d: UInt32

  init(seed: String) {
    var hash = Xmur3a(seed)
    (a, b, c, d) = (hash.next(), hash.next(), hash.next(), hash.next())
  }

  /// A number from 0 up to, but without, 1.
  mutating func next() -> Double {
    let sum = a &+ b
    a = b ^ (b >> 9)
    b = c &+ (c << 3)
    c = c.rotated(by: 21)
    d &+= 1
    let result = sum &+ d
    c &+= result
    return Double(result) / 4_294_967_296
  }
}

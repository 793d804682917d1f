import Differential
import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct QueueTests {
  private final class Token {}

  @Test func `a queue is first in, first out, like an array that is shifted`() {
    var random = SplitMix64(seed: 1)
    var queue = Queue<Int>()
    var model: [Int] = []
    for number in 0..<20_000 {
      switch random.below(10) {
      case 0..<6:
        queue.append(number)
        model.append(number)
      case 6..<9:
        let taken = queue.popFirst()
        #expect(taken == (model.isEmpty ? nil : model.removeFirst()))
      default:
        let divisor = 2 + random.below(5)
        queue.removeAll { $0 % divisor == 0 }
        model.removeAll { $0 % divisor == 0 }
      }
      #expect(queue.count == model.count && queue.isEmpty == model.isEmpty)
    }
    while let first = queue.popFirst() { #expect(first == model.removeFirst()) }
    #expect(model.isEmpty)
  }

  @Test func `a queue keeps no element that was taken`() {
    var queue = Queue<Token>()
    weak var first: Token?
    do {
      let token = Token()
      first = token
      queue.append(token)
      queue.append(Token())
    }
    _ = queue.popFirst()
    #expect(first == nil && queue.count == 1)
  }
}

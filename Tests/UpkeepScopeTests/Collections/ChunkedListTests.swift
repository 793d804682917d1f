import Differential
import Testing

@testable import UpkeepScope

@Suite struct ChunkedListTests {
  @Test func `a list has the elements of an array that is edited in the same way`() {
    var random = SplitMix64(seed: 5)
    var array = Array(0..<3_000)
    var list = ChunkedList(array)
    for number in 0..<6_000 {
      // The list grows to several times its length, and then becomes empty.
      if array.isEmpty || random.chance(number < 2_000 ? 80 : 5) {
        let index = random.below(array.count + 1)
        array.insert(-number, at: index)
        list.insert(-number, at: index)
      } else if random.chance(20) {
        let index = random.below(array.count)
        array[index] = number
        list.replace(at: index, by: number)
      } else {
        let index = random.below(array.count)
        let removed = array.remove(at: index)
        #expect(list.remove(at: index) == removed)
      }
      #expect(list.count == array.count)
      if number % 50 == 0 { #expect(list.elements == array) }
    }
    #expect(list.elements == array)
  }

  @Test func `insertions at one place split a chunk that becomes too long`() {
    var list = ChunkedList<Int>([])
    for number in 0..<5_000 { list.insert(number, at: 0) }
    #expect(list.elements == (0..<5_000).reversed())
    for _ in 0..<5_000 { _ = list.remove(at: 0) }
    #expect(list.elements == [])
    list.insert(1, at: 0)
    #expect(list.elements == [1])
  }
}

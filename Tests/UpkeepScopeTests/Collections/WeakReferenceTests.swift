import Testing

@testable import UpkeepScope

@Suite struct WeakReferenceTests {
  private final class Token {}

  @Test func `a table finds objects that are still held, and no others`() {
    var table = WeakTable<Int, Token>()
    let kept = (0..<3).map { _ in Token() }
    for key in 0..<1_000 { table[key] = key < 3 ? kept[key] : Token() }
    #expect((0..<4).map { table[$0] === (kept + [nil])[$0] } == [true, true, true, true])
    #expect(table.objects.count == 3)
    // The table drops references to released objects when it grows.
    #expect(table.references.count <= 16)
    table[1] = nil
    withExtendedLifetime(kept) { #expect(table[1] == nil && table.objects.count == 2) }
  }

  @Test func `a list has objects in order of addition, as long as they are held`() {
    var list = WeakList<Token>()
    var kept: [Token] = []
    for index in 0..<1_000 {
      let token = Token()
      list.append(token)
      if index % 100 == 0 { kept.append(token) }
    }
    #expect(list.objects.count == 10)
    #expect(zip(list.objects, kept).allSatisfy { $0 === $1 })
    kept.removeFirst(9)
    #expect(list.objects.count == 1)
  }
}

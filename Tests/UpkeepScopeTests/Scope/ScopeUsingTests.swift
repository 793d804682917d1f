import Testing
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct ScopeUsingTests {
  private let scope = Scope()

  private enum Room {
    static let messages = Atom<[String]>([])
  }

  @Test func `an asynchronous callback takes up to two arguments, and goes on in the scope`()
    async throws
  {
    let service = Gate<String>()
    let greet = scope.callback { scope async throws in
      scope[Room.messages].append(try await service.value())
    }
    let send = scope.callback { (scope, text: String) async throws in
      scope[Room.messages].append(try await service.value() + text)
    }
    let forward = scope.callback { (scope, text: String, count: Int) async throws -> Int in
      scope[Room.messages] += Array(repeating: try await service.value() + text, count: count)
      return scope[Room.messages].count
    }
    service.open("> ")
    try await greet()
    try await send("hello")
    #expect(try await forward("bye", 2) == 4)
    #expect(scope[Room.messages] == ["> ", "> hello", "> bye", "> bye"])
  }

  @Test func `a callback that waits keeps what it has written when it throws`() async {
    let send = scope.callback { (scope, text: String) async throws in
      scope[Room.messages].append(text)
      await Task.yield()
      throw Refused()
    }
    await #expect(throws: Refused()) { try await send("hello") }
    #expect(scope[Room.messages] == ["hello"])
  }

  @Test func `a callback keeps its scope`() async throws {
    var scope: Scope? = Scope()
    weak let weakScope = scope
    let count = scope?.callback { scope async throws in scope[Room.messages].count }
    scope = nil
    #expect(try await (weakScope != nil, count?()) == (true, 0))
  }
}

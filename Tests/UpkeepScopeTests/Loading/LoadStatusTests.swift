import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@Suite(.leavesNothing) struct LoadStatusTests {
  private struct Offline: Error, Equatable {}
  private struct Refused: Error, Equatable { let code: Int }

  private enum Room {
    static let user = Resource { (_: Reader) throws -> Int in throw Offline() }
    static let messages = Resource { get throws -> Int in
      if get(user).error != nil { throw Refused(code: 403) }
      return 1
    }
    static let drafts = Resource { (_: Reader) throws -> Int in throw LoadError.stillLoading }
    static let title = Computed { get in "\(get(messages)) \(get(drafts))" }
  }

  @Test func `a status has the failures of all that a value follows from, each by its type`() {
    let status = Scope().status(of: Room.title)
    #expect(status.isLoading)
    #expect(status.hasError)
    #expect(status.errors.contains { $0 is Offline })
    #expect(status.errors.contains { $0 is Refused })
    #expect(!status.errors.contains { $0 is LoadError })
    #expect(status.errors.count == 2)
  }

  @Test func `two statuses are equal if they say the same`() {
    let scope = Scope()
    #expect(scope.status(of: Room.messages) == Scope().status(of: Room.messages))
    #expect(scope.status(of: Room.messages) != scope.status(of: Room.user))
    scope.stub(Room.messages, throwing: Refused(code: 500))
    #expect(scope.status(of: Room.messages) != Scope().status(of: Room.messages))
  }
}

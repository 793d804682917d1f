@testable import Upkeep

/// Holds an object for a closure that is made before it.
typealias Late<Content> = Holder<Content>

/// Derived values `r0`, `r1` and so on, each of which is the next, and the last the first.
///
/// Released, it leaves no members that hold one another.
final class Cycle {
  typealias Member = DerivedProperty<Result<Int, any Error>>

  private(set) var members: [Member] = []

  init(length: Int, _ read: @escaping (Member) -> Result<Int, any Error> = { $0.value }) {
    for index in 0..<length {
      // The members' closures must not keep the cycle alive, or it would never end.
      members.append(
        DerivedProperty.catching(name: "r\(index)") { [unowned self] () throws(any Error) -> Int in
          try read(members[(index + 1) % length]).get()
        })
    }
  }

  /// The cycle that a member's value is, nil where it has a value.
  func path(from index: Int) -> String? { cyclePath(of: members[index]) }
}

/// The cycle that a property's value is, nil where it has a value.
func cyclePath(of property: Property<Result<Int, any Error>>) -> String? {
  guard case .failure(let error as CycleError) = property.value else { return nil }
  return error.path.joined(separator: " -> ")
}

/// The report of a cycle that a member of it would be, if it did not become a failure.
func cycleMessage(of member: Property<Result<Int, any Error>>) -> String {
  guard case .failure(let error as CycleError) = member.value else { return "\(member.value)" }
  return Misuse.cycle(error).description
}

@testable import Upkeep

/// Derived values `r0`, `r1` and so on: each reads the next, and the last reads the first.
///
/// A released cycle frees its members: no member holds another.
final class Cycle {
  typealias Member = DerivedProperty<Result<Int, any Error>>

  private(set) var members: [Member] = []

  init(length: Int, _ read: @escaping (Member) -> Result<Int, any Error> = { $0.value }) {
    for index in 0..<length {
      // The closures hold the cycle unowned: otherwise the cycle would keep itself alive.
      members.append(
        DerivedProperty.catching(name: "r\(index)") { [unowned self] () throws(any Error) -> Int in
          try read(members[(index + 1) % length]).get()
        })
    }
  }

  /// The path of the cycle that a member reports; nil if the member has a value.
  func path(from index: Int) -> String? { cyclePath(of: members[index]) }
}

/// The path of the cycle that a property reports; nil if the property has a value.
func cyclePath(of property: Property<Result<Int, any Error>>) -> String? {
  guard case .failure(let error as CycleError) = property.value else { return nil }
  return error.path.joined(separator: " -> ")
}

/// The text of the misuse report for the cycle that a member's value holds as a failure.
func cycleMessage(of member: Property<Result<Int, any Error>>) -> String {
  guard case .failure(let error as CycleError) = member.value else { return "\(member.value)" }
  return Misuse.cycle(error).description
}

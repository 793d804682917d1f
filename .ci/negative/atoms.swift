// The first value of an atom comes at once, and a load runs on the actor of its scope.
import UpkeepScope

func load() async -> Int { 1 }

enum Definitions {
  static let count = Atom { 1 }
  // expected-error@+1 {{type '() async -> Int' does not conform to the 'Sendable' protocol}}
  static let loaded = Atom { await load() }
}

struct Posts: ResourceNode {
  // expected-error@+1 {{parameter type 'LoadReader' cannot be sent}}
  nonisolated func load(_ get: LoadReader) async throws -> [String] { [] }
}

// The first value of an atom comes at once.
import UpkeepScope

func load() async -> Int { 1 }

enum Definitions {
  static let count = Atom { 1 }
  // expected-error@+1 {{type '() async -> Int' does not conform to the 'Sendable' protocol}}
  static let loaded = Atom { await load() }
}

// A load runs on the actor of its scope. A function that gets its reader says that it does, too.
import UpkeepScope

struct Posts: ResourceNode {
  func load(_ get: LoadReader) async throws -> [String] { [] }
}

func count(_ get: LoadReader) async throws -> Int { try await get(Posts()).count }

nonisolated(nonsending) func counted(_ get: LoadReader) async throws -> Int {
  try await get(Posts()).count
}

struct Counts: ResourceNode {
  func load(_ get: LoadReader) async throws -> Int {
    // expected-error@+1 {{sending 'get' risks causing data races}}
    try await count(get) + counted(get)
  }
}

// expected-error@+1 {{sending 'get' risks causing data races}}
nonisolated let counts = Resource { get in try await count(get) + counted(get) }

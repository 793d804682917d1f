import Differential
import Upkeep
import UpkeepScope
import UpkeepTestKit

// SAFETY: used by one stage at a time.
/// Counts the living objects, and their highest number.
final class Census: @unchecked Sendable {
  fileprivate(set) var most = 0
  fileprivate(set) var alive = 0 {
    didSet { most = max(most, alive) }
  }
}

/// An object that a census counts.
final class Citizen: Sendable {
  private let census: Census

  init(_ census: Census) {
    self.census = census
    census.alive += 1
  }

  deinit { census.alive -= 1 }
}

/// A value that holds an object.
private struct Page {
  let citizen: Citizen
}

private struct PageNode: ComputedNode {
  let id: Int
  @Ignored var census: Census
  func compute(_ get: Reader) -> Citizen { Citizen(census) }
}

private struct LoadedNode: ResourceNode {
  let id: Int
  @Ignored var census: Census
  nonisolated(nonsending) func load(_ get: LoadReader) async throws -> Citizen { Citizen(census) }
}

private struct UnwrittenNode: AtomNode {
  let id: Int
  @Ignored var census: Census
  func initial() -> Page { Page(citizen: Citizen(census)) }
}

/// A part of a value that equality and hashing ignore.
@propertyWrapper private struct Ignored: Hashable, Sendable {
  let wrappedValue: Census
  static func == (left: Ignored, right: Ignored) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension ScopeWork {
  /// Effects that show one value after the other; at most a stated number of values may stay.
  ///
  /// All reads are inside effects.
  static let moving = [
    reads("computed values", pages),
    moves("computed values that follow from others") { census in
      let page = pages(census)
      let title = Family { (id: Int) in Computed { get in [get(page(id)), Citizen(census)] } }
      return { _ = $0[title($1)] }
    },
    reads("computed values that fail") { census in
      Family { (id: Int) in
        Computed.catching { (get: Reader) throws -> Citizen in
          _ = get(Grown.head)
          return Citizen(census)
        }
      }
    },
    moves("optional values") { census in
      let page = Family { (id: Int) in Computed<Citizen?> { _ in Citizen(census) } }
      let atom = Family { (id: Int) in Atom<Citizen?> { Citizen(census) } }
      return { _ = ($0[page($1)], $0[atom($1)]) }
    },
    reads("values that pass on what is written") { census in
      Family { (id: Int) in WritableComputed(get: { _ in Citizen(census) }, set: { _, _ in }) }
    },
    reads("resources that are computed at once", computedPages),
    reads("resources that are loaded", isLoading: true, loadedPages),
    reads("sequences", isLoading: true) { census in
      Family { (id: Int) in
        Resource(elementsOf: { _ in
          AsyncStream<Citizen> { stream in
            stream.yield(Citizen(census))
            stream.finish()
          }
        })
      }
    },
    reads("atoms that nobody has written", atomPages),
    moves("values of types", isLoading: true) { census in
      { scope, id in
        _ = scope[PageNode(id: id, census: census)]
        _ = scope[LoadedNode(id: id, census: census)]
        _ = scope[UnwrittenNode(id: id, census: census)]
      }
    },
    reads("members of which two stay", atMost: 8) { census in
      Family { (id: Int) in Computed(lifetime: .lru(2)) { _ in Citizen(census) } }
    },
    reads("members that stay for a second", atMost: 80) { census in
      Family { (id: Int) in Computed(lifetime: .keep(for: .seconds(1))) { _ in Citizen(census) } }
    },
    // A value that is only peeked at stays in a cache.
    moves("values that are peeked at", atMost: 4_096) { census in
      let page = pages(census)
      return { _ = $0.peek(page($1)) }
    },
    moves("atoms that are peeked at", atMost: 4_096) { census in
      let page = atomPages(census)
      return { _ = $0.peek(page($1)) }
    },
    moves("values that an untracked read is for", atMost: 4_096) { census in
      let page = computedPages(census)
      return { scope, id in untracked { _ = scope[page(id)] } }
    },
    moves("properties, bound values and progress", isLoading: true) { census in
      let (page, loaded) = (pages(census), loadedPages(census))
      return { scope, id in
        _ = scope.property(page(id)).value
        _ = scope.bound(loaded(id)).value
        _ = scope.status(of: loaded(id))
      }
    },
    ScopeWork("values of a child scope, which an effect goes through") { count, _ in
      let census = Census()
      let page = Family { (id: Int) in Computed { get in (get(Grown.head), Citizen(census)) } }
      let child = Scope(parent: Scope()) { $0.override(Grown.head, with: Atom(7)) }
      let current = StoredProperty(0)
      let updater = Updater()
      updater.keepUpToDate { _ = child[page(current.value)] }
      for number in 1...count { current.value = number }
      return unlessFew(census, atMost: 4)
    },
    ScopeWork("values of which each has its own effect for a moment") { count, _ in
      let census = Census()
      let page = pages(census)
      let scope = Scope()
      for number in 1...count {
        let updater = Updater()
        updater.keepUpToDate { _ = scope[page(number)] }
      }
      return unlessFew(census, atMost: 4)
    },
  ]

  private static func pages(_ census: Census) -> Family<Int, Computed<Citizen>> {
    Family { _ in Computed { _ in Citizen(census) } }
  }

  private static func atomPages(_ census: Census) -> Family<Int, Atom<Page>> {
    Family { _ in Atom { Page(citizen: Citizen(census)) } }
  }

  private static func computedPages(_ census: Census) -> Family<Int, Resource<Citizen>> {
    Family { _ in Resource { (get: Reader) throws -> Citizen in Citizen(census) } }
  }

  private static func loadedPages(_ census: Census) -> Family<Int, Resource<Citizen>> {
    Family { _ in Resource { (get: LoadReader) async throws -> Citizen in Citizen(census) } }
  }

  /// A row with an effect that reads the members of a family.
  private static func reads<D: Definition>(
    _ name: String, atMost limit: Int = 6, isLoading: Bool = false,
    _ family: @escaping @Sendable (Census) -> Family<Int, D>
  ) -> ScopeWork {
    moves(name, atMost: limit, isLoading: isLoading) { census in
      let page = family(census)
      return { _ = $0[page($1)] }
    }
  }

  private static func moves(
    _ name: String, atMost limit: Int = 6, isLoading: Bool = false,
    _ make: @escaping @Sendable (Census) -> (Scope, Int) -> Void
  ) -> ScopeWork {
    ScopeWork("one effect that goes through \(name)") { count, stage in
      let (census, clock) = (Census(), ManualClock())
      let show = make(census)
      let scope = Scope(clock: clock)
      let current = StoredProperty(0)
      let updater = Updater()
      updater.keepUpToDate { show(scope, current.value) }
      for number in 1...count {
        current.value = number
        if number % 16 == 0 {
          clock.advance(by: .seconds(1))
          if isLoading { await scope.settle() }
        }
      }
      let problem = unlessFew(census, atMost: isLoading ? 3 * 16 : limit)
      updater.cancel()
      return problem ?? unlessFew(census, atMost: limit, "at the end", \.alive)
    }
  }
}

/// The number of objects as a failure if it is above `limit`; nil otherwise.
private func unlessFew(
  _ census: Census, atMost limit: Int, _ step: String = "at most",
  _ count: KeyPath<Census, Int> = \.most
) -> String? {
  census[keyPath: count] <= limit ? nil : "\(census[keyPath: count]) objects are alive \(step)"
}

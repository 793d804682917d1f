import Upkeep

/// The declaration of a resource.
@usableFromInline
final class ResourceDeclaration<Success>: ValueDeclaration<Loadable<Success>>, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.

  /// How a value is produced.
  enum Body: Sendable {
    /// Computed immediately.
    case compute(@Sendable (Reader) throws -> Success)
    /// Loaded once.
    case load(Loading)
    /// Taken from a sequence, one element after the other.
    case follow(Following)

    var isSequence: Bool { if case .follow = self { true } else { false } }
  }

  typealias Loading = nonisolated(nonsending) @Sendable (LoadReader) async throws -> Success
  typealias Following =
    nonisolated(nonsending) @Sendable (LoadReader, _ show: (Success) -> Void) async throws -> Void

  let body: Body
  let comparison: @Sendable () -> (Success, Success) -> Bool
  let debounce: Duration?
  let timeout: Duration?

  init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Loadable<Success>>],
    _ rule: (@Sendable () -> ChangeRule<Success>)?, _ body: Body
  ) {
    self.body = body
    comparison = { rule?().isUnchanged ?? automaticComparison() }
    debounce = nil
    timeout = nil
    super.init(.resource, id, name, file, line, lifetime, effects) { loadedValue(of: $0) }
  }

  /// Copies a declaration with another identity, delay and timeout.
  init(
    _ other: ResourceDeclaration, as id: DefinitionID, debounce: Duration?, timeout: Duration?
  ) {
    body = other.body
    comparison = other.comparison
    self.debounce = debounce
    self.timeout = timeout
    super.init(other, as: id)
  }

  override func copy(as id: DefinitionID) -> ResourceDeclaration {
    ResourceDeclaration(self, as: id, debounce: debounce, timeout: timeout)
  }

  override func makeCell(_ core: ScopeCore) -> Cell {
    ResourceCell(self, core.override(of: id), core)
  }

  override func write(_ value: Loadable<Success>, in scope: Scope) {
    scope.core.resourceCell(of: Resource(self)).set(value)
  }
}

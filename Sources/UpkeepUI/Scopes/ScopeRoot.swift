#if canImport(SwiftUI)
  public import SwiftUI
  import Upkeep
  public import UpkeepScope

  /// Provides a scope to its views, in their environment.
  ///
  ///     ScopeRoot {
  ///       CartView()
  ///     }
  ///
  ///     struct CartView: View {
  ///       @Environment(\.scope) private var scope
  ///
  ///       var body: some View {
  ///         Text(scope[Cart.badge])
  ///       }
  ///     }
  ///
  /// The scope is created once, like a `@Kept` model. Use `.environment(\.scope, scope)` for a
  /// scope that the program has created elsewhere and may replace.
  ///
  /// This file has been type-checked only, against stand-ins for SwiftUI's declarations; it has not
  /// run.
  public struct ScopeRoot<Content: View>: View {
    @Kept private var scope: Scope
    private let content: Content

    /// Creates a view.
    ///
    ///     ScopeRoot(Scope { $0[Cart.items] = [tea] }) { CartView() }
    ///     ScopeRoot(Scope(parent: scope) { $0.override(Cart.items, with: guest) }) { CartView() }
    ///
    /// - Parameters:
    ///   - scope: makes the scope, at most once; by default a scope of the main actor.
    ///   - content: the views that get the scope.
    public init(
      _ scope: @autoclosure @escaping () -> Scope = Scope(isolation: MainActor.shared),
      @ViewBuilder content: () -> Content
    ) {
      _scope = Kept(wrappedValue: scope())
      self.content = content()
    }

    /// The views, with the scope in their environment.
    public var body: some View { content.environment(\.scope, scope) }
  }

  extension EnvironmentValues {
    /// The scope of the `ScopeRoot` around a view.
    ///
    /// Without a scope the program stops with a message.
    public var scope: Scope {
      get {
        if let scope = self[ScopeKey.self] { return scope }
        stopProgram(
          """
          a view that asks for @Environment(\\.scope) must have a scope around it, but has none. \
          Put it in ScopeRoot { }, or hand a scope down with .environment(\\.scope, scope).
          """)
      }
      set { self[ScopeKey.self] = newValue }
    }
  }

  private struct ScopeKey: EnvironmentKey {
    static var defaultValue: Scope? { nil }
  }
#endif

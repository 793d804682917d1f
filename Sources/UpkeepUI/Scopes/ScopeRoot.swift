#if canImport(SwiftUI)
  public import SwiftUI
  import Upkeep
  public import UpkeepScope

  /// Hands a scope down to the views in it, which find it in their environment.
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
  /// The scope is made once, as a `@Kept` model is. A scope that the program has made elsewhere,
  /// and may exchange for another one, is handed down by `.environment(\.scope, scope)`.
  ///
  /// This file has been type-checked only, against stand-ins for SwiftUI's declarations; it has not
  /// run.
  public struct ScopeRoot<Content: View>: View {
    @Kept private var scope: Scope
    private let content: Content

    /// Makes one.
    ///
    ///     ScopeRoot(Scope { $0[Cart.items] = [tea] }) { CartView() }
    ///     ScopeRoot(Scope(parent: scope) { $0.override(Cart.items, with: guest) }) { CartView() }
    ///
    /// - Parameters:
    ///   - scope: makes the scope, at most once; by default one of the main actor.
    ///   - content: the views in it.
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
    /// Without one the program stops, and says so.
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

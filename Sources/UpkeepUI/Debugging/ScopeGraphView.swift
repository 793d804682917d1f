#if canImport(SwiftUI)
  public import SwiftUI
  import Upkeep
  public import UpkeepScope

  /// Lists the live definitions of a scope, each with the definitions that it has read.
  ///
  /// The view follows the scope while it is shown, and keeps no definition alive.
  ///
  /// The lines are made and tested on Linux. This file has been type-checked only, against
  /// stand-ins for SwiftUI's declarations; it has not run.
  public struct ScopeGraphView: View {
    @Kept private var snapshots: Property<Snapshot>

    /// Creates a view.
    ///
    /// - Parameter scope: the scope to follow while the view is shown.
    public init(_ scope: Scope) { _snapshots = Kept(wrappedValue: scope.snapshots) }

    /// A line for each definition, by name.
    public var body: some View {
      List(snapshots.value.graph.lines) { line in Text(line.text) }
    }
  }
#endif

#if canImport(SwiftUI)
  public import SwiftUI
  import Upkeep
  public import UpkeepScope

  /// Lists the definitions that are live in a scope, and of each those that it has read.
  ///
  /// It follows the scope while it is shown, and keeps nothing alive by looking.
  ///
  /// The lines are made and tested on Linux. This file has been type-checked only, against
  /// stand-ins for SwiftUI's declarations; it has not run.
  public struct ScopeGraphView: View {
    @Kept private var snapshots: Property<Snapshot>

    /// Makes one.
    ///
    /// - Parameter scope: the scope to look at, as long as the view is shown.
    public init(_ scope: Scope) { _snapshots = Kept(wrappedValue: scope.snapshots) }

    /// A line for each definition, by name.
    public var body: some View {
      List(snapshots.value.graph.lines) { line in Text(line.text) }
    }
  }
#endif

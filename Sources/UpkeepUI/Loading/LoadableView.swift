#if canImport(SwiftUI)
  public import SwiftUI
  public import UpkeepScope

  /// Shows a loaded value, and below it the error of a failed load.
  ///
  /// While there is neither, the view shows that the value is loading.
  ///
  ///     LoadableView(scope[Posts.page]) { page in
  ///       Text(page)
  ///     } failure: { error in
  ///       Text("\(error)")
  ///       Button("Again") { scope.refresh(Posts.page) }
  ///     }
  ///
  /// The last value stays while the next one loads, and when that load fails.
  ///
  /// This file has been type-checked only, against stand-ins for SwiftUI's declarations; it has not
  /// run.
  public struct LoadableView<Value, Content: View, Failure: View, Waiting: View>: View {
    private let loadable: Loadable<Value>
    private let content: (Value) -> Content
    private let failure: (any Error) -> Failure
    private let waiting: () -> Waiting

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - loadable: the loaded value.
    ///   - content: shows the value.
    ///   - failure: shows the error of the last load.
    ///   - waiting: shows that there is nothing yet; by default a `ProgressView`.
    public init(
      _ loadable: Loadable<Value>, @ViewBuilder content: @escaping (Value) -> Content,
      @ViewBuilder failure: @escaping (any Error) -> Failure,
      @ViewBuilder waiting: @escaping () -> Waiting = { ProgressView() }
    ) {
      self.loadable = loadable
      self.content = content
      self.failure = failure
      self.waiting = waiting
    }

    /// The value and the error, or the waiting view.
    public var body: some View {
      if let value = loadable.value { content(value) }
      if let error = loadable.error {
        failure(error)
      } else if loadable.value == nil {
        waiting()
      }
    }
  }
#endif

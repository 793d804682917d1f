#if canImport(SwiftUI)
  public import SwiftUI
  public import UpkeepScope

  /// Shows a value that comes later: the value as soon as there is one, below it the failure, or,
  /// as long as there is neither, that it is on its way.
  ///
  ///     LoadableView(scope[Posts.page]) { page in
  ///       Text(page)
  ///     } failure: { error in
  ///       Text("\(error)")
  ///       Button("Again") { scope.refresh(Posts.page) }
  ///     }
  ///
  /// The last value stays while the next one loads, and when that fails.
  ///
  /// This file has been type-checked only, against stand-ins for SwiftUI's declarations; it has not
  /// run.
  public struct LoadableView<Value, Content: View, Failure: View, Waiting: View>: View {
    private let loadable: Loadable<Value>
    private let content: (Value) -> Content
    private let failure: (any Error) -> Failure
    private let waiting: () -> Waiting

    /// Makes one.
    ///
    /// - Parameters:
    ///   - loadable: the value that comes later.
    ///   - content: shows the value.
    ///   - failure: shows the error of the last load.
    ///   - waiting: shows that nothing has come yet; by default a `ProgressView`.
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

    /// The parts that there are.
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

#if canImport(SwiftUI)
  public import SwiftUI
  public import Upkeep

  // `PropertyFollower` and `LatestTask` run and are tested on Linux. This file has been
  // type-checked only, against stand-ins for SwiftUI's declarations; it has not run.

  extension View {
    /// Calls a handler with the old and the new value of a property, while the view is shown.
    ///
    ///     Chart().onTransition(of: model.$price) { old, new in
    ///       if let old, new > old { flash() }
    ///     }
    ///
    /// A change does not render the view again. The first call, when the view appears, has no old
    /// value. Each change is reported before the write returns; SwiftUI's `onChange(of:
    /// property.value)` reports only the changes between two renderings.
    ///
    /// - Parameters:
    ///   - property: the property to follow.
    ///   - handler: gets the old value, nil at first, and the new one.
    /// - Returns: the view.
    @MainActor
    public func onTransition<Value>(
      of property: Property<Value>, _ handler: @escaping (_ old: Value?, _ new: Value) -> Void
    ) -> some View { modifier(TransitionModifier(property: property, handler: handler)) }

    /// Runs an asynchronous closure with each value of a property, while the view is shown.
    ///
    ///     Results().task(following: model.$query) { query in
    ///       model.found = await service.search(query)
    ///     }
    ///
    /// A new value cancels the previous run, and so does the disappearance of the view.
    ///
    /// - Parameters:
    ///   - property: the property to follow.
    ///   - action: gets the value, on the main actor.
    /// - Returns: the view.
    @MainActor
    public func task<Value: Sendable>(
      following property: Property<Value>, _ action: @escaping @MainActor (Value) async -> Void
    ) -> some View { modifier(TaskModifier(property: property, action: action)) }
  }

  private struct TransitionModifier<Value>: ViewModifier {
    let property: Property<Value>
    let handler: (Value?, Value) -> Void
    @Kept private var follower = PropertyFollower<Value>()

    init(property: Property<Value>, handler: @escaping (Value?, Value) -> Void) {
      self.property = property
      self.handler = handler
    }

    func body(content: Content) -> some View {
      // The latest value of the view replaces the handler, but does not call it.
      follower.handler = handler
      return
        content
        .onAppear { follower.follow(property) }
        .onChange(of: property) { _, property in follower.follow(property) }
        .onDisappear { follower.end() }
    }
  }

  private struct TaskModifier<Value: Sendable>: ViewModifier {
    let property: Property<Value>
    let action: @MainActor (Value) async -> Void
    @Kept private var task = LatestTask()

    init(property: Property<Value>, action: @escaping @MainActor (Value) async -> Void) {
      self.property = property
      self.action = action
    }

    func body(content: Content) -> some View {
      content
        .onTransition(of: property) { _, value in task.start { await action(value) } }
        .onDisappear { task.cancel() }
    }
  }
#endif

import Upkeep
public import UpkeepScope

/// A stand-in for a view: runs a closure whenever a value that it reads changes, and records the
/// results.
///
///     let badge = RenderProbe(scope) { scope in scope[Cart.badge] }
///     scope[Cart.items].append(tea)
///     #expect(badge.frames == [nil, "1"])
public final class RenderProbe<Frame> {
  /// The results of the closure, in order.
  ///
  /// The first one is from the probe's creation.
  public private(set) var frames: [Frame] = []

  private let updater = Updater()
  /// Read by each frame; `render()` announces a change of it.
  private let request = StoredProperty(0, name: "render")
  private var effect: EffectToken?

  /// Creates a probe and runs the closure.
  ///
  /// - Parameters:
  ///   - scope: the parameter of the closure.
  ///   - render: returns the content of a view.
  public init(_ scope: Scope, _ render: @escaping (Scope) -> Frame) {
    effect = updater.keepUpToDate { [unowned self] in
      _ = request.value
      frames.append(render(scope))
    }
  }

  /// Runs the closure again although no value that it reads has changed, as when a view's parent
  /// has changed.
  ///
  ///     var title = "Cart"  // a plain variable, which announces nothing
  ///     let view = RenderProbe(scope) { scope in "\(title): \(scope[count])" }
  ///     title = "Basket"
  ///     view.render()
  ///     view.frames  // ["Cart: 0", "Basket: 0"]
  ///
  /// In a batch the closure runs at the end. After `end()` it does not run.
  public func render() { request.touch() }

  /// Stops the probe, as when a view disappears.
  public func end() { effect?.cancel() }
}

import Upkeep
public import UpkeepScope

/// Stands for a view: runs a closure whenever something that it has read has changed, and records
/// its results.
///
///     let badge = RenderProbe(scope) { scope in scope[Cart.badge] }
///     scope[Cart.items].append(tea)
///     #expect(badge.frames == [nil, "1"])
public final class RenderProbe<Frame> {
  /// The results of the closure, in order; the first when the probe was made.
  public private(set) var frames: [Frame] = []

  private let updater = Updater()
  private var effect: EffectToken?

  /// Makes one and runs the closure.
  ///
  /// - Parameters:
  ///   - scope: the parameter of the closure.
  ///   - render: returns the content of a view.
  public init(_ scope: Scope, _ render: @escaping (Scope) -> Frame) {
    effect = updater.keepUpToDate { [unowned self] in frames.append(render(scope)) }
  }

  /// The number of times the closure has run.
  public var count: Int { frames.count }

  /// The last result.
  public var last: Frame? { frames.last }

  /// Ends it: a view that has gone.
  public func end() { effect?.cancel() }
}

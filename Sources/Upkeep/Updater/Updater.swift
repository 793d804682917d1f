/// Keeps the world outside in step with properties: owns effects.
///
///     final class Screen {
///       let updater = Updater()
///       var title = ""
///
///       init(_ count: Property<Int>) {
///         updater.keepUpToDate { [unowned self] in title = "\(count.value) items" }
///       }
///     }
///
/// In an actor, too, a closure that needs the actor takes it weakly, and says that it runs there:
///
///     updater.keepUpToDate { [weak self] in
///       self?.assumeIsolated { $0.seen.append($0.level.value) }
///     }
///
/// An effect runs once when it is made, and afterwards once per round in which something it read has
/// changed, before the outermost write returns, in order of creation. It may write: what that wakes
/// runs in the next round.
///
/// Keep the updater where the effects belong, usually in the object they update. When it is released
/// its effects have stopped; released on a foreign thread, they do not start again, and their memory
/// and clean-up follow at the next turn of the actor that owns them.
///
/// So one that nothing keeps runs its effects once, and never again:
///
///     Updater().keepUpToDate { print(count.value) }  // released at the end of this statement
///     func show() {
///       let updater = Updater()                      // released when show() returns, if not before
///       updater.keepUpToDate { print(count.value) }
///     }
///
/// Nothing reports that: to let effects go at once is correct, too. The token that a call returns does not keep the
/// updater, and may be dropped. Where there is no object to keep an updater, keep the observation that
/// `field.onChange { }` returns, which the compiler asks for.
public final class Updater {
  @usableFromInline let effects: EffectList

  /// Makes an updater without effects.
  public init() { effects = EffectList() }

  /// Makes the updater of the effects that belong to the run of another one.
  init(inside effect: EffectToken) { effects = EffectList(inside: effect) }

  /// Makes one of the library's own, which belongs to the maker of a property that needs it.
  package init(for property: UntypedProperty) {
    effects = EffectList()
    Graph.noteMade(at: effects.address, with: property.node, Context.current)
  }

  deinit { effects.release() }

  /// Runs a closure that cannot throw now, and again whenever something that it read has changed.
  ///
  /// - Parameters:
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func keepUpToDate(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ update: @escaping () -> Void
  ) -> EffectToken {
    start(
      [], Label(name, file, line),
      Node.Recompute(running: update))
  }

  /// Runs a closure that cannot throw now, and again whenever one of the listed properties has changed.
  ///
  /// The closure's own reads are not tracked.
  ///
  /// - Parameters:
  ///   - dependencies: what the effect waits for. One that is listed twice counts once.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - update: brings something up to date.
  /// - Returns: a token that cancels this effect.
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func keepUpToDate(
    dependencies: [UntypedProperty],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ update: @escaping () -> Void
  ) -> EffectToken {
    start(
      .declared, Label(name, file, line), inputs: dependencies,
      Node.Recompute(running: update))
  }

  /// Runs a closure now, and again whenever something that it read has changed.
  ///
  ///     updater.keepUpToDate { label.text = "\(count.value) items" }
  ///     updater.keepUpToDate(dependencies: [count]) { log("another count") }
  ///     updater.keepUpToDate(onError: { status.text = "\($0)" }) { try save(document.value) }
  ///
  /// With `dependencies` it runs whenever one of those has changed, whatever it reads.
  ///
  /// An error does not end the effect, nor does it stop others: it runs again when something that it read
  /// before it failed has changed. Each error goes to `onError`, in the type that the closure throws, or without
  /// one to the misuse handler as `Misuse.effectFailed`.
  ///
  /// - Parameters:
  ///   - dependencies: what the effect waits for, one that is listed twice once; nil to track what the closure
  ///     reads.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error. Its reads are not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  @discardableResult
  public func keepUpToDate<Failure>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping () throws(Failure) -> Void
  ) -> EffectToken {
    start(following: dependencies, Label(name, file, line)) { token in
      do throws(Failure) { try update() } catch { token.report(error, to: onError) }
    }
  }

  /// Runs a closure that gets its own token: to add a clean-up, to make effects that belong to the run, or to cancel itself.
  ///
  ///     updater.keepUpToDate { effect in
  ///       let timer = start(interval.value)
  ///       effect.onCleanUp { timer.stop() }
  ///     }
  ///
  /// - Parameters:
  ///   - dependencies: what the effect waits for, one that is listed twice once; nil to track what the closure
  ///     reads.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: the token that the closure gets.
  @discardableResult
  public func keepUpToDate<Failure>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping (EffectToken) throws(Failure) -> Void
  ) -> EffectToken {
    start(following: dependencies, Label(name, file, line)) { token in
      do throws(Failure) { try update(token) } catch { token.report(error, to: onError) }
    }
  }

  /// Makes an effect of the library's own, by the label of the property that it serves.
  func keepUpToDate(
    dependencies: [UntypedProperty], _ label: Label, _ update: @escaping () -> Void
  ) -> EffectToken {
    start(
      .declared, label, inputs: dependencies,
      Node.Recompute(running: update))
  }
}

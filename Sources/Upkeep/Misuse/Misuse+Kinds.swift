// The kinds of mistakes. Scopes, stores and collections add kinds of their own.
extension Misuse {
  /// A derived value needs itself.
  package static func cycle(_ error: CycleError) -> Misuse {
    Misuse(
      """
      a derived value must not need itself, but this cycle was found: \(error). Break the \
      cycle\(error.cure).
      """, error: error)
  }

  /// A connectable property was to be connected to a property that needs it.
  ///
  /// The connection stays as it was.
  package static func cycle(connecting property: String, closing error: CycleError) -> Misuse {
    Misuse(
      """
      a property must not be connected to one that needs it, but \(property) was to be, which closes this cycle: \
      \(error); the connection is what it was. Connect a property that does not read \(property), or first disconnect \
      it where the cycle begins.
      """, error: error, function: "cycle")
  }

  /// Effects kept waking one another after one change, and were stopped when one of them had been due
  /// `runs` times.
  package static func runawayFlush(effects: [String], properties: [String], runs: Int) -> Misuse {
    Misuse(
      """
      effects must come to rest, but these were due \(runs) times after one change and were stopped: \
      \(effects.joined(separator: ", ")); they read \(properties.joined(separator: ", ")). Usually \
      one of them changes what it reads each time it runs, or two change what the other one reads: \
      write only until the condition is met. Note that count.value += 1 reads count, and \
      count.modify { $0 += 1 } does not.
      """)
  }

  /// Effects that follow models kept changing the models of one another; `name` follows the last.
  ///
  /// They go on, because each change wakes them in a job of its own.
  package static func runawayFlush(following name: String, changes: Int) -> Misuse {
    Misuse(
      """
      effects must come to rest, but \(changes) changes of @Observable models were each made by an effect that the \
      change before had woken, and the last has woken \(name). They go on, each in a job of its own. Write only until \
      the condition is met.
      """, function: "runawayFlush")
  }

  /// A derivation, or a property's change rule, tried to write a stored value.
  ///
  /// Nothing was written.
  package static func writeInDerivation(derivation: String, property: String) -> Misuse {
    Misuse(
      """
      a derivation must not write, but \(derivation) wrote to \(property); nothing was written. \
      Make it a derived value, or write in an effect (keepUpToDate).
      """)
  }

  /// A derivation tried to connect a property.
  ///
  /// The connection stays as it was.
  package static func writeInDerivation(derivation: String, connecting property: String) -> Misuse {
    Misuse(
      """
      a derivation must not write, but \(derivation) connected \(property); the connection is what it was. Connect it \
      where the source is chosen, or let a derived value read the source: DerivedProperty { choice.value ? a.value : \
      b.value }.
      """, function: "writeInDerivation")
  }

  /// A derivation tried to pause or unpause an updater that it has not made.
  ///
  /// The updater goes on as before.
  package static func writeInDerivation(pausing derivation: String) -> Misuse {
    Misuse(
      """
      a derivation must not write, but \(derivation) set isPaused of an updater; the updater goes on as before. Pause \
      it where its effects are made, or in an effect.
      """, function: "writeInDerivation")
  }

  /// An effect ended inside a derivation, and its clean-up tried to write a stored value.
  ///
  /// Nothing was written.
  package static func writeInDerivation(
    derivation: String, endingEffect effect: String, property: String
  ) -> Misuse {
    Misuse(
      """
      a derivation must not write, but \(derivation) ended the effect \(effect), whose clean-up wrote to \(property); \
      nothing was written. Make the effect outside derivations, in an object that something else keeps, or let its \
      clean-up write nothing.
      """, function: "writeInDerivation")
  }

  /// A derivation with declared inputs read another property.
  ///
  /// Reported in debug builds.
  package static func undeclaredRead(derivation: String, property: String) -> Misuse {
    Misuse(
      """
      a derivation with declared inputs must read only those, but \(derivation) read \(property) \
      and will not follow it. Declare it as an input, read it with peek(), or use the tracked form \
      DerivedProperty { ... }. If that is an operator of a collection, give sorted the property or a \
      key, sorted(by: order) or sorted(on: key), and read it in a map before a total.
      """)
  }

  /// A property was used inside an in-place edit of itself.
  package static func overlappingAccess(property: String) -> Misuse {
    Misuse(
      """
      a property must not be used inside an in-place edit of itself, but \(property) was. Use the \
      value that the edit was given. If the edit does not use the property, another thread may be \
      using the graph: keep it on one actor.
      """)
  }

  /// A property or an effect was used on another thread while a turn that had used it was still
  /// open.
  ///
  /// Found in debug builds, which stop.
  package static func sentInsideTurn(name: String) -> Misuse {
    Misuse(
      """
      a graph must be used by one isolation at a time, but \(name) was used by another one during an \
      open write, batch or transaction: another thread may be using the graph. Keep the graph on one \
      actor, and end a batch before you send it.
      """)
  }

  /// An effect, or one of its clean-ups, threw an error without a handler.
  package static func effectFailed(effect: String, error: any Error) -> Misuse {
    Misuse(
      """
      an effect's errors must be handled, but \(effect) threw: \(error). Everything else went on, and \
      unless it has ended the effect runs again when something it read changes. Handle the error with \
      onError.
      """, error: error)
  }

  /// Each of `runs` consecutive runs of an effect left one more effect, such as `made`, in an
  /// updater older than the run.
  ///
  /// Reported in debug builds, once for each effect.
  package static func effectsPileUp(effect: String, made: String, runs: Int) -> Misuse {
    Misuse(
      """
      effects that a run of an effect makes must end before its next run, but each of the last \(runs) runs of \
      \(effect) left one more, \(made). Make it through the handle that the closure is given: keepUpToDate \
      { effect in effect.keepUpToDate { ... } }.
      """)
  }

  /// A value of another type was written to a property by `write(untyped:)`, and refused.
  package static func wrongType(property: String, expected: String, found: String) -> Misuse {
    Misuse(
      """
      what is written to \(property) must be of type \(expected), but it was \(found); the value was \
      kept. Convert it first, or ask the property for its valueType.
      """)
  }

  /// A read-only property was written by `write(untyped:)`.
  ///
  /// The value was kept.
  package static func notWritable(property: String, kind: String) -> Misuse {
    Misuse(
      """
      a property that is written must be one that can be, but \(property) is a \(kind); the value was \
      kept. Write the stored property that it follows, or ask isWritable first.
      """)
  }

  /// Closures of the program nested too deeply for the stack: first reads, change rules, clean-ups
  /// or effects.
  package static func stackExhausted(property: String, depth: Int) -> Misuse {
    Misuse(
      """
      closures that read or make one another nest one call per level, and the stack ends \
      \(depth) levels deep at \(property). If that is the first read of a tracked chain, read the \
      chain as it grows or declare the inputs (DerivedProperty(a, b) { ... } needs no stack). If \
      change rules, clean-ups or effects nest, let them do less, or use a thread with a larger stack.
      """)
  }

  /// A `ManualClock` was told to go backwards.
  ///
  /// Its time is unchanged.
  package static func negativeAdvance(clock: String, duration: Duration) -> Misuse {
    Misuse(
      """
      a clock must not go backwards, but \(clock) was to advance by \(duration); its time is what it \
      was. Advance it by zero or more.
      """)
  }

  /// A `ManualClock` was advanced in another isolation than the one that waits for it.
  ///
  /// The program stops, because the code that waits would run beside its own actor.
  package static func clockAdvancedElsewhere(clock: String) -> Misuse {
    Misuse(
      """
      a manual clock must be advanced in the isolation of what waits for it, but \(clock) was advanced in another \
      one. Advance it on that actor.
      """)
  }

  /// A tentative value was given a deadline, or a timed property changed, where no actor runs.
  ///
  /// The tentative value stays until it is reverted or confirmed; the timed property shows its
  /// source at once from then on.
  package static func deadlineWithoutActor(property: String) -> Misuse {
    Misuse(
      """
      what ends or shows in time needs an actor on which it can, but \(property) was changed where none runs; a \
      tentative value stays until it is reverted or confirmed, and a timed property shows its source at once. Make and \
      change the property on an actor, or give it a clock that you advance: clock: ManualClock().
      """)
  }

  /// A `@Derived` value had to be computed after its instance was gone.
  ///
  /// The last value stays.
  package static func instanceIsGone(property: String) -> Misuse {
    Misuse(
      """
      a @Derived value is computed from the instance that declares it, but that of \(property) is gone; \
      its last value stays, and it follows nothing any more. Keep the instance as long as the property.
      """)
  }

  /// A load, a wait or a notification from elsewhere was requested where no actor runs.
  ///
  /// A load stops the program; an effect of an action, a feed or a remote token does not begin.
  package static func noIsolation(definition: String) -> Misuse {
    Misuse(
      """
      what loads, waits or is told from elsewhere must run on an actor, so that one task at a time uses its values, \
      but \(definition) was asked for where none runs. Mark the class or function that asks @MainActor, or ask in the \
      actor that owns the values.
      """)
  }

  /// A derivation read an `@Observable` model that it does not follow.
  ///
  /// Reported in debug builds, once for each derivation.
  package static func unfollowedModel(derivation: String) -> Misuse {
    Misuse(
      """
      a derivation that reads an @Observable model must follow it, but \(derivation) does not, and will not see it \
      change. Read the model in a DerivedProperty(.observing) { ... }, and that value here. A read that need not be \
      followed stands in untracked { ... }.
      """)
  }

  /// An effect read an `@Observable` model that it does not follow.
  ///
  /// Reported in debug builds, once for each effect.
  package static func unfollowedModel(effect: String) -> Misuse {
    Misuse(
      """
      an effect that reads an @Observable model must follow it, but \(effect) does not, and will not run when it \
      changes. Read the model in a DerivedProperty(.observing) { ... }, and that value here, or make the effect with \
      keepUpToDate(.observing) { ... }. A read that need not be followed stands in untracked { ... }, and so does an \
      edit of the model in place, such as an append.
      """)
  }

  /// A derivation that follows models was computed again and again while the models stayed the
  /// same, and each time left a registration with them.
  ///
  /// Reported in debug builds.
  package static func registrationsPileUp(derivation: String, registrations: Int) -> Misuse {
    Misuse(
      """
      a derivation that follows models should read nothing that changes more often than they do, but \(derivation) \
      was computed \(registrations) times since they last changed, and each time left a registration with them. Read \
      the models in a DerivedProperty(.observing) of their own, and that in another.
      """)
  }

  /// An effect was to follow models, but was made where no actor runs.
  ///
  /// It never runs.
  package static func followingWithoutIsolation(effect: String) -> Misuse {
    Misuse(
      """
      an effect that follows models must belong to an actor, on which it runs when they have changed, but \(effect) was \
      made where none runs; it does not run. Make it on the main actor, or in an actor.
      """)
  }
}

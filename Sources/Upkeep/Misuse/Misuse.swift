/// A mistake in the use of a graph, found while it runs.
///
/// Every mistake goes to the handler that `withMisuseHandler` has installed, or to standard error.
public enum Misuse: Error, CustomStringConvertible {
  /// A derived value needs itself.
  case cycle(CycleError)
  /// Effects kept waking one another in one flush, and were stopped when one of them had been due
  /// `runs` times.
  case runawayFlush(effects: [String], properties: [String], runs: Int)
  /// A derivation, or a property's change rule, tried to write a stored value. Nothing was written.
  case writeInDerivation(derivation: String, property: String)
  /// A derivation with declared inputs read another property. Reported in debug builds.
  case undeclaredRead(derivation: String, property: String)
  /// A property was used inside an in-place edit of itself.
  case overlappingAccess(property: String)
  /// A property or an effect was used in another isolation while the batch or transaction that had
  /// changed it was still open.
  ///
  /// Found in debug builds, which stop.
  case sentInsideTurn(name: String)
  /// An effect, or one of its clean-ups, threw an error without a handler.
  case effectFailed(effect: String, error: any Error)
  /// Each of `runs` consecutive runs of an effect left one more effect, as `made`, in an updater
  /// older than the run.
  ///
  /// Reported in debug builds, once for each effect.
  case effectsPileUp(effect: String, made: String, runs: Int)
  /// A value of another type was written to a property through its untyped face, and refused.
  case wrongType(property: String, expected: String, found: String)
  /// A read-only property was written through its untyped face. The value was kept.
  case notWritable(property: String, kind: String)
  /// Closures of the program nested beyond the stack: first reads, change rules, clean-ups or
  /// effects.
  case stackExhausted(property: String, depth: Int)
  /// Definitions that pass on their writes to the next definition nested beyond the stack.
  case writesNestTooDeep(definition: String, depth: Int)
  /// Interactors with effects, hooks or middleware were scoped inside one another so deeply that
  /// they might need more stack than there is.
  case scopedTooDeep(depth: Int, limit: Int)
  /// A `ManualClock` was told to go backwards. Its time is unchanged.
  case negativeAdvance(clock: String, duration: Duration)
  /// A tentative value with a deadline, or a timed property, has no clock, or changed where no
  /// actor runs.
  ///
  /// The tentative value stays until it is reverted or confirmed; the timed property shows its
  /// source at once from then on.
  case deadlineWithoutClock(property: String)
  /// A `@Derived` value had to be computed after its instance was gone. The last value stays.
  case instanceIsGone(property: String)
  /// A load, a wait or a notification from elsewhere was asked for where no actor runs.
  ///
  /// A load stops the program; an effect of an action, a feed or a remote token does not begin.
  case noIsolation(definition: String)
  /// Actions of a store kept causing one another; this action, `depth` actions after the first, was
  /// not carried out.
  case runawayActions(store: String, action: String, depth: Int)
  /// A derivation read an `@Observable` model that it does not follow. Reported in debug builds,
  /// once for each derivation.
  case unfollowedModel(derivation: String)
  /// A derivation that follows models was computed again and again while the models stayed the
  /// same, and each time left a registration with them.
  ///
  /// Reported in debug builds.
  case registrationsPileUp(derivation: String, registrations: Int)
  /// An effect was to follow models, but was made where no actor runs. It never runs.
  case followingWithoutIsolation(effect: String)
  /// A definition was written and released in one statement, and is made again at the same place,
  /// so the written value is lost.
  ///
  /// Reported in debug builds, once for each place in a scope.
  case definitionMadeAnew(definition: String)
  /// Two elements of a keyed collection had the same identity. The later one stays.
  case duplicateIdentity(collection: String, id: String, first: Int, second: Int)
  /// An edit in place changed the identity of an element of a keyed collection. Nothing was
  /// changed.
  case identityChanged(collection: String, from: String, to: String)
  /// The saved value of an atom could not be read, or its present value could not be saved.
  case savingFailed(atom: String, problem: String)

  /// The message: the expectation, the finding with its place, and the next step.
  public var description: String {
    switch self {
    case .cycle(let error):
      return """
        a derived value must not need itself, but this cycle was found: \(error). Break the \
        cycle\(error.cure).
        """
    case .runawayFlush(let effects, let properties, let runs):
      return """
        effects must come to rest, but these were due \(runs) times in one flush and were stopped: \
        \(effects.joined(separator: ", ")); they read \(properties.joined(separator: ", ")). Usually \
        one of them changes what it reads each time it runs: write only until the condition is met.
        """
    case .writeInDerivation(let derivation, let property):
      return """
        a derivation must not write, but \(derivation) wrote to \(property); nothing was written. \
        Make it a derived value, or write in an effect (keepUpToDate).
        """
    case .undeclaredRead(let derivation, let property):
      return """
        a derivation with declared inputs must read only those, but \(derivation) read \(property) \
        and will not follow it. Declare it as an input, read it with peek(), or use the tracked form \
        DerivedProperty { ... }.
        """
    case .overlappingAccess(let property):
      return """
        a property must not be used inside an in-place edit of itself, but \(property) was. Use the \
        value that the edit was given.
        """
    case .sentInsideTurn(let name):
      return """
        what an open batch or transaction has changed must stay where that was opened, but \(name) was \
        used by another isolation before its end. End the batch first, then send it.
        """
    case .effectFailed(let effect, let error):
      return """
        an effect's errors must be handled, but \(effect) threw: \(error). Everything else went on, and \
        unless it has ended the effect runs again when something it read changes. Handle the error with \
        onError.
        """
    case .effectsPileUp(let effect, let made, let runs):
      return """
        effects that a run of an effect makes must end before its next run, but each of the last \(runs) runs of \
        \(effect) left one more, \(made). Make it through the handle that the closure is given: keepUpToDate \
        { effect in effect.keepUpToDate { ... } }.
        """
    case .wrongType(let property, let expected, let found):
      return """
        what is written to \(property) must be of type \(expected), but it was \(found); the value was \
        kept. Convert it first, or ask the property for its valueType.
        """
    case .notWritable(let property, let kind):
      return """
        a property that is written must be one that can be, but \(property) is a \(kind); the value was \
        kept. Write the stored property that it follows, or ask isWritable first.
        """
    case .stackExhausted(let property, let depth):
      return """
        closures that read or make one another nest one call per level, and the stack ends \
        \(depth) levels deep at \(property). If that is the first read of a tracked chain, read the \
        chain as it grows or declare the inputs (DerivedProperty(a, b) { ... } needs no stack). If \
        change rules, clean-ups or effects nest, let them do less, or use a thread with a larger stack.
        """
    case .writesNestTooDeep(let definition, let depth):
      return """
        a definition that passes on what is written to the next one nests one call per level, and the \
        stack ends \(depth) levels deep at \(definition). Pass on to the atom at the end of the chain.
        """
    case .scopedTooDeep(let depth, let limit):
      return """
        effects, hooks and middleware of interactors that are scoped inside one another nest one call per level, \
        and every stack holds \(limit) levels, but these are \(depth) deep. Scope the inner ones by the whole way \
        (\\.outer.inner) and combine them; what only reduces may be as deep as one likes.
        """
    case .negativeAdvance(let clock, let duration):
      return """
        a clock must not go backwards, but \(clock) was to advance by \(duration); its time is what it \
        was. Advance it by zero or more.
        """
    case .deadlineWithoutClock(let property):
      return """
        what ends or shows in time needs a clock, and an actor on which it can, but \(property) was made without \
        one, or changed where no actor runs; a tentative value stays until it is reverted or confirmed, and a timed \
        property shows its source at once. Make the property with a clock, where no actor runs with a ManualClock.
        """
    case .instanceIsGone(let property):
      return """
        a @Derived value is computed from the instance that declares it, but that of \(property) is gone; \
        its last value stays, and it follows nothing any more. Keep the instance as long as the property.
        """
    case .noIsolation(let definition):
      return """
        what loads, waits or is told from elsewhere must run on an actor, so that one task at a time uses its values, \
        but \(definition) was asked for where none runs. Ask on the main actor, or in the actor that owns them.
        """
    case .runawayActions(let store, let action, let depth):
      return """
        actions must come to rest, but in \(store) each of \(depth) was sent because of the one before it; the \
        last, \(action), was not carried out. Usually a hook, a middleware or an observer sends an action \
        whenever it sees the change that this makes: send only until the condition is met.
        """
    case .unfollowedModel(let derivation):
      return """
        a derivation that reads an @Observable model must follow it, but \(derivation) does not, and will not see it \
        change. Make it with the word for that: DerivedProperty(.observing) { ... }.
        """
    case .registrationsPileUp(let derivation, let registrations):
      return """
        a derivation that follows models should read nothing that changes more often than they do, but \(derivation) \
        was computed \(registrations) times since they last changed, and each time left a registration with them. Read \
        the models in a DerivedProperty(.observing) of their own, and that in another.
        """
    case .followingWithoutIsolation(let effect):
      return """
        an effect that follows models must belong to an actor, on which it runs when they have changed, but \(effect) was \
        made where none runs; it does not run. Make it on the main actor, or in an actor.
        """
    case .definitionMadeAnew(let definition):
      return """
        a definition must be made once, but \(definition) is made anew each time it is used, and what was written to an \
        earlier one is lost. Declare it as a static let; where there is a type parameter, as a Family or a type.
        """
    case .duplicateIdentity(let collection, let id, let first, let second):
      return """
        each element of a keyed collection must have an identity of its own, but in \(collection) those at \(first) and \
        \(second) both have \(id); the later one stays. Give each its own id.
        """
    case .identityChanged(let collection, let from, let to):
      return """
        an element of a keyed collection must keep its identity while it is edited, but in \(collection) \(from) became \
        \(to); nothing was changed. Remove the one and append the other.
        """
    case .savingFailed(let atom, let problem):
      return "what \(atom) is must be saved and found again, but \(problem)"
    }
  }
}

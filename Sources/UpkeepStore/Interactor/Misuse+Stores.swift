package import Upkeep

extension Misuse {
  /// Interactors with effects, hooks or middleware were scoped inside one another so deeply that
  /// they might need more stack than there is.
  package static func scopedTooDeep(depth: Int, limit: Int) -> Misuse {
    Misuse(
      """
      effects, hooks and middleware of interactors that are scoped inside one another nest one call per level, \
      and every stack holds \(limit) levels, but these are \(depth) deep. Scope the inner ones by the whole way \
      (\\.outer.inner) and combine them; what only reduces may be as deep as one likes.
      """)
  }

  /// An effect of an action, or a sequence that a store follows, threw an error.
  ///
  /// It has ended.
  package static func effectFailed(inStore source: String, error: any Error) -> Misuse {
    Misuse(
      """
      what a store performs or follows must handle its errors, but \(source) threw: \(error). It has ended, and \
      everything else goes on. Catch the error where it is thrown, in perform or in the sequence, and send an action \
      or write a field that shows it.
      """, error: error, function: "effectFailed")
  }

  /// Actions of a store kept causing one another; this action, `depth` actions after the first, was
  /// not carried out.
  package static func runawayActions(store: String, action: String, depth: Int) -> Misuse {
    Misuse(
      """
      actions must come to rest, but in \(store) each of \(depth) was sent because of the one before it; the \
      last, \(action), was not carried out. Usually a hook, a middleware or an observer sends an action \
      whenever it sees the change that this makes: send only until the condition is met.
      """)
  }
}

/// An effect of any types.
class Effect {
  private enum Source {
    case interactor(Any.Type, isEmpty: Bool)
    case effect(Effect)
  }

  private var source: Source

  init(_ interactor: Any.Type) { source = .interactor(interactor, isEmpty: false) }
  init(_ origin: Effect) { source = .effect(origin) }

  /// Whether it was found that there is nothing to perform.
  final var isEmpty: Bool {
    switch source {
    case .interactor(_, let isEmpty): isEmpty
    case .effect(let origin): origin.isEmpty
    }
  }

  /// Notes that interactors of a type have nothing to perform.
  ///
  /// One of another type may have passed on its work.
  final func noteEmpty(_ interactor: Any.Type) {
    switch source {
    case .interactor(let type, _):
      if type == interactor { source = .interactor(type, isEmpty: true) }
    case .effect(let origin): origin.noteEmpty(interactor)
    }
  }
}

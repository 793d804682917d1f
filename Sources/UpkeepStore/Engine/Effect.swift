/// The untyped part of an effect.
class Effect {
  private enum Source {
    case interactor(Any.Type, isEmpty: Bool)
    case effect(Effect)
  }

  private var source: Source

  init(_ interactor: Any.Type) { source = .interactor(interactor, isEmpty: false) }
  init(_ origin: Effect) { source = .effect(origin) }

  /// Whether the effect turned out to have nothing to perform.
  final var isEmpty: Bool {
    switch source {
    case .interactor(_, let isEmpty): isEmpty
    case .effect(let origin): origin.isEmpty
    }
  }

  /// Records that interactors of a type have nothing to perform.
  ///
  /// Ignored if the effect belongs to an interactor of another type, which may forward to this
  /// type.
  final func noteEmpty(_ interactor: Any.Type) {
    switch source {
    case .interactor(let type, _):
      if type == interactor { source = .interactor(type, isEmpty: true) }
    case .effect(let origin): origin.noteEmpty(interactor)
    }
  }
}

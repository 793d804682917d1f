import UpkeepScope

/// A definition of any kind.
enum Handle {
  case atom(Atom<Int>)
  case computed(Computed<Int>)
  case writable(WritableComputed<Int>)
  case resource(Resource<Int>)

  var resource: Resource<Int>? {
    if case .resource(let resource) = self { resource } else { nil }
  }

  func read(_ scope: Scope) -> Seen {
    switch self {
    case .atom(let definition): .number(scope[definition])
    case .computed(let definition): .number(scope[definition])
    case .writable(let definition): .number(scope[definition])
    case .resource(let definition): Seen(scope[definition])
    }
  }

  func read(_ get: Reader) -> Seen {
    switch self {
    case .atom(let definition): .number(get(definition))
    case .computed(let definition): .number(get(definition))
    case .writable(let definition): .number(get(definition))
    case .resource(let definition): Seen(get.loadable(definition))
    }
  }
}

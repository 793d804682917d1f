import Upkeep
import UpkeepScope

extension HotPath {
  /// Definitions in a scope.
  static var scopes: [HotPath] {
    [
      HotPath("scope.read.atom") { reading(Numbers.plain) },
      HotPath("scope.read.computed") { reading(Numbers.next) },
      HotPath("scope.read.member") { reading(Numbers.member(1)) },
      HotPath("scope.read.member.made") {
        let scope = Scope()
        Opaque.consume(scope[Numbers.member(1)])
        return { operations in
          for _ in 0..<operations { Opaque.consume(scope[Numbers.member(1)]) }
        }
      },
      HotPath("scope.read.value") { reading(NumberByName(number: 1)) },
      HotPath("scope.read.generic") { readingUnspecialised(Numbers.plain) },
      HotPath("scope.read.generic.computed") { readingUnspecialised(Numbers.next) },
      HotPath("scope.write.unread") {
        let scope = Scope()
        return { operations in
          for number in 1...operations { scope[Numbers.plain] = number }
        }
      },
      HotPath("scope.write.computed.effect") {
        let scope = Scope()
        let updater = Updater()
        updater.keepUpToDate { Opaque.consume(scope[Numbers.next]) }
        return { [updater] operations in
          for number in 1...operations { scope[Numbers.plain] = number }
          withExtendedLifetime(updater) {}
        }
      },
      HotPath("scope.create.atom", parts: 1_000) {
        let atoms = (0..<1_000).map { _ in Atom(1) }
        return { operations in
          for _ in 0..<operations {
            let scope = Scope()
            for atom in atoms { Opaque.consume(scope[atom]) }
          }
        }
      },
    ]
  }

  /// Reads a definition in code that knows neither its type nor its value's type.
  ///
  /// A generic function of another module reads like this if the compiler does not specialise it.
  private static func readingUnspecialised<D: Definition>(_ definition: D) -> (Int) -> Void
  where D.Value == Int {
    let scope = Scope()
    Opaque.consume(scope[definition])
    return { operations in
      for _ in 0..<operations { Opaque.consume(value(of: definition, in: scope)) }
    }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private static func value<D: Definition>(of definition: D, in scope: Scope) -> D.Value {
    scope[definition]
  }

  private static func reading<D: Definition>(_ definition: D) -> (Int) -> Void
  where D.Value == Int {
    let scope = Scope()
    Opaque.consume(scope[definition])
    return { operations in
      for _ in 0..<operations { Opaque.consume(scope[definition]) }
    }
  }
}

// A middleware may use the state of one actor, so it is not `Sendable`.
import Upkeep
import UpkeepStore

final class Log {
  var actions: [String] = []
}

enum Door {
  // expected-error@+1 {{is not concurrency-safe because non-'Sendable' type 'Middleware<Int, String>'}}
  static let open: Middleware<Int, String> = .map { $1 }
  static var guarded: Middleware<Int, String> {
    Middleware(.filter { count, _ in count < 3 }, .sideEffect { print($0, $1) })
  }
}

func usesWhatIsHere(_ log: Log) -> Middleware<Int, String> {
  Middleware(Door.guarded, .sideEffect { log.actions.append($1) }, .filter { $1 != "" })
}

// A middleware is a constant that can be sent; the objects that its closures use can be, too.
import Upkeep
import UpkeepStore

final class Log {
  var actions: [String] = []
}

enum Door {
  static let guarded = Middleware<Int, String>(
    .filter { count, _ in count < 3 }, .sideEffect { print($0, $1) })
  static let open: Middleware<Int, String> = .map { $1 }
  // expected-error@+1 {{is not concurrency-safe because non-'Sendable' type 'LocalMiddleware<Int, String>'}}
  static let local = LocalMiddleware<Int, String>.map { $1 }
}

func keepsWhatItUses(_ log: Log) -> Middleware<Int, String> {
  // expected-error@+1 {{capture of 'log' with non-Sendable type 'Log'}}
  Middleware.sideEffect { log.actions.append($1) }
}

func makesOneOfBoth(_ log: Log) -> LocalMiddleware<Int, String> {
  let local = LocalMiddleware<Int, String>.sideEffect { log.actions.append($1) }
  _ = Middleware<Int, String>(Door.guarded, local)  // expected-error {{cannot convert}}
  // expected-error@+1 {{capture of 'log' with non-Sendable type 'Log'}}
  _ = Middleware { (_: Int, action: String, _) in log.actions.isEmpty ? [action] : [] }
  return LocalMiddleware(Door.guarded, local, .filter { _, _ in log.actions.isEmpty })
}

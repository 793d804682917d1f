import Differential
import ScopeDifferential

/// Does everything that can be done with scopes, so often or so wide, and a quarter of that, on a stack of 512 KB.
/// Expects that it works, and costs about four times as much and not sixteen times. Chains are then made so deep, once.
func growScopes(_ count: Int, depth: Int, _ checks: Checks, only row: Int?) {
  for (number, work) in ScopeWork.all.enumerated() where row == nil || row == number {
    defer { if work.isDeep, depth > count { nestScopes(work, depth, checks) } }
    let found = withStack { () -> (few: Double, many: Double, problem: String?) in
      // The first time, the thread gets its memory.
      _ = work.perform(count / 4)
      var (few, many) = (Double.infinity, Double.infinity)
      for _ in 0..<3 where !(many < few * 8) {
        few = min(few, work.perform(count / 4).seconds)
        let result = work.perform(count)
        if let problem = result.problem { return (few, result.seconds, problem) }
        many = min(many, result.seconds)
      }
      return (few, many, nil)
    }
    let times = (found.many / found.few * 10).rounded() / 10
    checks.expect(
      found.problem == nil && found.many < found.few * 8,
      "\(work): \(count), \(Int(found.many * 1e9) / count) ns each, \(times) times \(count / 4) \(found.problem ?? "")"
    )
  }
}

private func nestScopes(_ work: ScopeWork, _ depth: Int, _ checks: Checks) {
  let found = withStack { work.perform(depth) }
  checks.expect(
    found.problem == nil,
    "\(work): \(depth) deep, \(Int(found.seconds * 1e9) / depth) ns each \(found.problem ?? "")")
}

import Differential
import ScopeDifferential

/// Does every row of the table of scopes at full size and at a quarter of it, on a stack of 512 KB.
///
/// Expects that the rows work, and that four times the size costs about four times as much and not
/// sixteen times. Then it makes each chain once with `depth` links. Rows whose closures nest run
/// once, with their own number of levels; `ScopeGrowthTests` measures their growth.
func growScopes(_ count: Int, depth: Int, _ checks: Checks, only row: Int?) {
  for (number, work) in ScopeWork.all.enumerated() where row == nil || row == number {
    if let levels = work.nestingLevels {
      nestScopes(work, levels, onStackOf: nestingStack, checks)
      continue
    }
    defer { if work.isDeep, depth > count { nestScopes(work, depth, checks) } }
    let found = withStack { work.growth(from: count / 4) }
    checks.expect(
      found.problem == nil && found.growth.isLinear,
      "\(work): \(found.growth) \(found.problem ?? "")")
  }
}

private func nestScopes(
  _ work: ScopeWork, _ depth: Int, onStackOf bytes: Int = 512 << 10, _ checks: Checks
) {
  let found = withStack(bytes: bytes) { work.perform(depth) }
  checks.expect(
    found.problem == nil,
    "\(work): \(depth) deep, \(Int(found.seconds * 1e9) / depth) ns each \(found.problem ?? "")")
}

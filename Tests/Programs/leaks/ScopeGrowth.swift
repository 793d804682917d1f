import Differential
import ScopeDifferential

/// Does everything that can be done with scopes, so often or so wide, and a quarter of that, on a
/// stack of 512 KB.
///
/// Expects that it works, and costs about four times as much and not sixteen times. Chains are then
/// made so deep, once. Rows whose closures nest are done once, with their own number of levels;
/// their growth is left to `ScopeGrowthTests`.
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

@testable import Upkeep

/// Makes an effect in an updater of its own here, and drops the updater on a plain thread.
func dropUpdaterElsewhere(_ run: @escaping (EffectToken) -> Void) {
  dropElsewhere {
    let updater = Updater()
    updater.keepUpToDate(run)
    return updater
  }
}

import Differential
import UpkeepScope

// Tasks that await a resource.
extension Play {
  func wait(_ scope: Int, _ random: inout SplitMix64, on stage: isolated Stage) {
    if !waiters.isEmpty, random.chance(30) {
      log.append("stop waiting")
      waiters.remove(at: random.below(waiters.count)).cancel()
      ledger.excuseAll()
      return
    }
    guard let (index, resource) = world.anyResource(&random) else { return }
    log.append("wait for \(index) in \(scope)")
    openWaiters += 1
    waiters.append(
      Task {
        _ = stage
        let library = scopes[scope]
        defer { openWaiters -= 1 }
        do {
          let value = try await library.value(of: resource)
          let shown = library.peek(resource)
          if shown.value != value || shown.isLoading {
            fail("\(index) is waited for, and is \(shown), not \(value)")
          }
        } catch {
          let shown = library.peek(resource)
          if !Task.isCancelled, "\(shown.error as Any)" != "\(error as Any?)" {
            fail("\(index) is waited for, and is \(shown), not \(error)")
          }
        }
        ledger.excuseAll()
      })
  }
}

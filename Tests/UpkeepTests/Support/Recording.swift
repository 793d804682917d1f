import Testing

@testable import Upkeep

/// The mistakes that are reported during `body`, oldest first.
func misuses(_ body: () -> Void) -> [Misuse] {
  var reports: [Misuse] = []
  withMisuseHandler({ reports.append($0) }, body)
  return reports
}

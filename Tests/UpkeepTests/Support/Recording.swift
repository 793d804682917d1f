import Testing

@testable import Upkeep

/// The mistakes that are reported during `body`, oldest first.
func misuses(_ body: () -> Void) -> [Misuse] {
  var reports: [Misuse] = []
  withMisuseHandler({ reports.append($0) }, body)
  return reports
}

/// The name in a description like `total (UpkeepTests/CycleTests.swift:12)`.
func name(of description: String) -> String { String(description.prefix { $0 != " " }) }

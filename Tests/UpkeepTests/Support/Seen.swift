@testable import Upkeep

/// An effect that records the values that it reads, as long as this object lives.
final class Seen<Value> {
  /// The value that the effect read in each run.
  private(set) var values: [Value] = []
  private let updater: Updater

  init(in updater: Updater = Updater(), _ read: @escaping () -> Value) {
    self.updater = updater
    updater.keepUpToDate { [weak self] in self?.values.append(read()) }
  }
}

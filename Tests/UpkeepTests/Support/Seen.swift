@testable import Upkeep

/// An effect that notes what it reads, as long as somebody holds this.
final class Seen<Value> {
  /// What the effect has read, a value for each run.
  private(set) var values: [Value] = []
  private let updater: Updater

  init(in updater: Updater = Updater(), _ read: @escaping () -> Value) {
    self.updater = updater
    updater.keepUpToDate { [weak self] in self?.values.append(read()) }
  }
}

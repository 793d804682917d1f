/// The values that the paused effects of an updater have seen, each stored once for all of them.
///
/// A value is released with the last effect that has seen the value. An effect may end while the
/// updater is paused.
struct SeenValues {
  private struct Entry {
    /// Nil if the value was no longer available.
    let seenValue: Graph.SeenValue?
    /// The number of references: effects that have seen the value, and seen values that have it as
    /// a part.
    var users: Int
    /// Other versions that now stand for this value.
    var renamed: [Graph.SeenVersion] = []
  }

  private var entries: [Graph.SeenVersion: Entry] = [:]
  /// The versions of its inputs that each effect has seen.
  private var seen: [NodeRef: [Graph.SeenVersion]] = [:]

  var isEmpty: Bool { seen.isEmpty }

  subscript(version: Graph.SeenVersion) -> Graph.SeenValue? { entries[version]?.seenValue }

  /// Notes the version of each input that a pausing effect has seen, in place of its earlier notes.
  ///
  /// - Returns: The values that are no longer needed. Their `deinit` may use the updater, so
  ///   release them after this call.
  /// - Complexity: O(inputs), and for a collection O(everything that it collects), once for all
  ///   effects. Keeps the values.
  mutating func note(_ effect: NodeRef) -> [Graph.SeenValue] {
    let before = seen[effect] ?? []
    var versions: [Graph.SeenVersion] = []
    for edge in effect.inputs where !edge.input.flags.contains(.modifying) {
      versions.append(Graph.SeenVersion(input: edge.input, version: edge.version))
    }
    seen[effect] = versions
    use(versions)
    return release(before)
  }

  /// Forgets the values that an ended effect has seen.
  ///
  /// - Returns: The values that are no longer needed, as for `note`.
  mutating func forget(_ effect: NodeRef) -> [Graph.SeenValue] {
    release(seen.removeValue(forKey: effect) ?? [])
  }

  /// Called when an edit has changed nothing, so that the value seen under `version` has the
  /// version `earlier` again.
  mutating func rename(_ version: Graph.SeenVersion, as earlier: Graph.SeenVersion) {
    guard let entry = entries[version], let seenValue = entry.seenValue,
      !entry.renamed.contains(earlier)
    else { return }
    entries[version]?.renamed.append(earlier)
    let users = (entries[earlier]?.users ?? 0) + 1
    if entries[earlier]?.seenValue != nil {
      entries[earlier]?.users = users
    } else {
      entries[earlier] = Entry(seenValue: seenValue, users: users)
      use(seenValue.parts.map(\.seen))
    }
  }

  private mutating func use(_ versions: [Graph.SeenVersion]) {
    var pending = versions
    while let version = pending.popLast() {
      let users = (entries[version]?.users ?? 0) + 1
      if entries[version]?.seenValue != nil {
        entries[version]?.users = users
        continue
      }
      // A value that was not available inside a transaction may be available after the rollback.
      let seenValue = version.input.guest?.seenValue(of: version.version)
      entries[version] = Entry(seenValue: seenValue, users: users)
      if let seenValue { pending += seenValue.parts.map(\.seen) }
    }
  }

  private mutating func release(_ versions: [Graph.SeenVersion]) -> [Graph.SeenValue] {
    var released: [Graph.SeenValue] = []
    var pending = versions
    while let version = pending.popLast() {
      guard let entry = entries[version] else { continue }
      if entry.users > 1 {
        entries[version]?.users -= 1
        continue
      }
      entries[version] = nil
      pending += entry.renamed
      guard let seenValue = entry.seenValue else { continue }
      released.append(seenValue)
      pending += seenValue.parts.map(\.seen)
    }
    return released
  }
}

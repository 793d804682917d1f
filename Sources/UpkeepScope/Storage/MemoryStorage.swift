private import UpkeepThread

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// SAFETY: `saved` and `listeners` are touched only while `upkeep_lock` is held.
/// Saves atoms in memory, for tests and for handing values from one scope to the next.
public final class MemoryStorage: AppendableStorage, @unchecked Sendable {
  private var saved: [String: Data] = [:]
  private var listeners: [String: [AsyncStream<Void>.Continuation]] = [:]

  /// Makes an empty storage.
  public init() {}

  /// The saved bytes by key.
  public var contents: [String: Data] { locked { saved } }

  /// Returns the bytes of a key.
  @_documentation(visibility: internal)
  public func read(_ key: String) -> Data? { locked { saved[key] } }

  /// Replaces the bytes of a key.
  @_documentation(visibility: internal)
  public func write(_ data: Data, for key: String) { locked { saved[key] = data } }

  /// Appends to the bytes of a key.
  @_documentation(visibility: internal)
  public func append(
    _ data: Data, after count: Int, endingIn end: Data, for key: String
  ) -> Bool {
    locked {
      guard let old = saved[key], old.count == count, old.suffix(end.count) == end else {
        return false
      }
      saved[key]?.append(data)
      return true
    }
  }

  /// Moves the bytes of a key to another key.
  @_documentation(visibility: internal)
  public func setAside(_ key: String) -> String {
    locked {
      let name = freeName(after: key) { saved[$0] != nil }
      saved[name] = saved.removeValue(forKey: key)
      return name
    }
  }

  /// Returns a sequence with an element for each `change(_:for:)`.
  @_documentation(visibility: internal)
  public func changes(of key: String) -> AsyncStream<Void>? {
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    locked { listeners[key, default: []].append(listener) }
    return changes
  }

  /// Changes the bytes of a key as another program would; the atoms saved there follow.
  ///
  /// - Parameters:
  ///   - data: the bytes to save; nil for none.
  ///   - key: the key.
  public func change(_ data: Data?, for key: String) {
    let listening = locked {
      saved[key] = data
      return listeners[key] ?? []
    }
    let ended = listening.map { listener in
      if case .terminated = listener.yield() { true } else { false }
    }
    if ended.contains(true), !ended.contains(false) { locked { listeners[key] = nil } }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body()
  }
}

/// Returns the first free name made from a name and a number.
func freeName(after name: String, isTaken: (String) -> Bool) -> String {
  var number = 1
  while isTaken("\(name).rejected-\(number)") { number += 1 }
  return "\(name).rejected-\(number)"
}

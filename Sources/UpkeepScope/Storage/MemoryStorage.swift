private import UpkeepThread

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// SAFETY: `saved` and `listeners` are touched only while `upkeep_lock` is held.
/// Saves atoms in memory: for tests, and to hand over from one scope to the next.
public final class MemoryStorage: AppendableStorage, @unchecked Sendable {
  private var saved: [String: Data] = [:]
  private var listeners: [String: [AsyncStream<Void>.Continuation]] = [:]

  /// Makes an empty one.
  public init() {}

  /// The saved bytes, by name.
  public var contents: [String: Data] { locked { saved } }

  /// Returns the bytes that are saved under a name.
  @_documentation(visibility: internal)
  public func read(_ key: String) -> Data? { locked { saved[key] } }

  /// Saves bytes under a name.
  @_documentation(visibility: internal)
  public func write(_ data: Data, for key: String) { locked { saved[key] = data } }

  /// Adds bytes to those that are saved under a name.
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

  /// Keeps the bytes that are saved under a name under another one.
  @_documentation(visibility: internal)
  public func setAside(_ key: String) -> String {
    locked {
      let name = freeName(after: key) { saved[$0] != nil }
      saved[name] = saved.removeValue(forKey: key)
      return name
    }
  }

  /// Tells of each `change(_:for:)`.
  @_documentation(visibility: internal)
  public func changes(of key: String) -> AsyncStream<Void>? {
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    locked { listeners[key, default: []].append(listener) }
    return changes
  }

  /// Saves bytes under a name as another program would: the atoms that are saved there follow.
  ///
  /// - Parameters:
  ///   - data: the bytes to save; nil for nothing.
  ///   - key: the name.
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

/// The first name, of those made from another one by a number, that is not taken.
func freeName(after name: String, isTaken: (String) -> Bool) -> String {
  var number = 1
  while isTaken("\(name).rejected-\(number)") { number += 1 }
  return "\(name).rejected-\(number)"
}

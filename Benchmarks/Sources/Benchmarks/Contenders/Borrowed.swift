/// Nodes that are read in loops without reference counting.
///
/// Swift retains an object that it takes out of an array and releases it after the call, unless it
/// can see that the call does not change the array. It cannot see this in any of the engines: in
/// graphs whose nodes read lists of inputs, reference counting took up to half of the time. The
/// peers' figures come from V8, which counts no references. So every loop over nodes uses this
/// type, in the harness and in all engines.
struct Borrowed<Object: AnyObject> {
  /// Keeps the nodes alive, and is never changed.
  private let objects: ArraySlice<Object>

  init(_ objects: [Object]) { self.objects = objects[...] }

  /// Borrows a part of a list, which shares the list's memory.
  init(_ objects: ArraySlice<Object>) { self.objects = objects }

  /// The indices, from zero in any part of a list.
  var indices: Range<Int> { 0..<objects.count }

  /// Calls the closure with the object at the index, which must exist.
  @inline(__always)
  func with<Result>(_ index: Int, _ body: (Object) -> Result) -> Result {
    precondition(index >= 0 && index < objects.count, "no such node")
    // SAFETY: an object's reference is read as an address, and the index is within the list.
    let object = objects.withUnsafeBytes {
      $0.loadUnaligned(
        fromByteOffset: index &* MemoryLayout<Unmanaged<Object>>.stride, as: Unmanaged<Object>.self)
    }
    // SAFETY: `objects` holds the object, and the caller holds `objects`.
    return object._withUnsafeGuaranteedRef(body)
  }

  /// Whether the condition holds for one of the objects.
  @inline(__always)
  func contains(where condition: (Object) -> Bool) -> Bool {
    for index in indices where with(index, condition) { return true }
    return false
  }
}

/// A node whose value can be read.
protocol ValueHolder: AnyObject {
  var value: Int { get }
}

extension Borrowed: Inputs where Object: ValueHolder {
  @inline(__always)
  func callAsFunction(_ index: Int) -> Int { with(index) { $0.value } }
}

extension Borrowed where Object: ValueHolder {
  /// The result of the step for the values, one after the other.
  @inline(__always)
  func fold<S: FoldStep>(by step: S) -> Int {
    var result = step.begin()
    for index in indices { result = step.fold(result, self(index)) }
    return result
  }
}

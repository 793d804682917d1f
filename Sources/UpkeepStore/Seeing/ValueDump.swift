public struct ValueDump: CustomStringConvertible {
  public let description: String
  public init<Value>(_ value: Value) { description = "\(value)" }
  public static func difference<Value>(from old: Value, to new: Value) -> String? {
    "\(old) \(new)"
  }
}

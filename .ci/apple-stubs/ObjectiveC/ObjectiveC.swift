// Stands in for the Apple module of this name, so that the code inside `#if canImport(ObjectiveC)`
// can be type-checked on other platforms. Signatures are those of Apple's documentation.
@_exported import Foundation

extension NSObject {
  @objc open dynamic func willChangeValue(forKey key: String) {}
  @objc open dynamic func didChangeValue(forKey key: String) {}
}

import Foundation

/// The conversation that is played where no file is named.
enum BundledConversation {
  /// Where it is, whatever the current directory.
  static var path: String {
    Bundle.module.bundleURL.appendingPathComponent("conversation.chat").path
  }
}

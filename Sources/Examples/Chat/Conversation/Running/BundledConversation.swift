import Foundation

/// The conversation that is played where no file is named.
enum BundledConversation {
  /// The path of the script, from any current directory.
  static var path: String {
    Bundle.module.bundleURL.appendingPathComponent("conversation.chat").path
  }
}

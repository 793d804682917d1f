#if !canImport(SwiftUI)
  import Foundation

  /// The program on platforms without SwiftUI.
  @main enum Elsewhere {
    static func main() {
      FileHandle.standardError.write(
        Data("TodoApp: expected SwiftUI, found none on this system; try: swift run todo\n".utf8))
      exit(1)
    }
  }
#endif

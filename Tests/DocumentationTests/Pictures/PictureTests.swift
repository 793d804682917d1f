import Foundation
import Testing

/// Checks that the pages have the pictures that the code draws.
///
/// `UPKEEP_DRAW=1` draws the pictures anew.
@MainActor struct PictureTests {
  private static let folder = Pages.root.appending(path: "Sources/Upkeep/Upkeep.docc/Resources")

  private static func drawings() throws -> [(name: String, drawing: Drawing)] {
    try [
      ("graph-before", GraphPicture.drawing(afterWriting: nil)),
      ("graph-after", GraphPicture.drawing(afterWriting: 3)),
      ("turn", TurnPicture.drawing()),
      ("layers", LayersPicture.drawing()),
      ("inner-effects", InnerEffectsPicture.drawing()),
    ]
  }

  @Test func `each picture is what the code draws, light and dark`() throws {
    let isDrawing = ProcessInfo.processInfo.environment["UPKEEP_DRAW"] != nil
    for (name, drawing) in try Self.drawings() {
      for scheme in Drawing.Scheme.allCases {
        let file = Self.folder.appending(path: "\(name)\(scheme.suffix).svg")
        let svg = drawing.svg(scheme)
        if isDrawing { try svg.write(to: file, atomically: true, encoding: .utf8) }
        let saved = try? String(contentsOf: file, encoding: .utf8)
        #expect(saved == svg, "\(file.lastPathComponent) is another picture: set UPKEEP_DRAW=1")
      }
    }
  }
}

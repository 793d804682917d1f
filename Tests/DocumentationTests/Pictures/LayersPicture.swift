import Foundation

/// The products and their folders, from the list that `.ci/layers` checks, with the engine's
/// folders first.
enum LayersPicture {
  static func drawing() throws -> Drawing {
    let products = try Pages.text(of: ".ci/layers.txt").components(separatedBy: "\n\n")
      .map { $0.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { !$0.isEmpty }
      .flatMap(withEngineApart)
    let rows = products.map { max(1, $0.count - 1) }.max() ?? 1
    let pitch = 150
    var drawing = Drawing(width: 20 + products.count * pitch, height: 60 + rows * 30)
    for (column, product) in products.enumerated() {
      let x = 20 + column * pitch
      drawing.text(x: x, y: 24, String(product[0].dropLast()))
      let folders = product.dropFirst().filter { $0 != "." }
      for (row, folder) in folders.enumerated() {
        drawing.box(x: x, y: 40 + (rows - 1 - row) * 30, width: 125, height: 26, .still, folder)
      }
      if folders.isEmpty {
        drawing.box(x: x, y: 40 + (rows - 1) * 30, width: 125, height: 26, .still, "one folder")
      }
      if column > 0 { drawing.arrow(from: (x - 4, 20), to: (x - 22, 20)) }
    }
    return drawing
  }

  /// A product; its engine stands before it if the product lists folders of one.
  private static func withEngineApart(_ product: [String]) -> [[String]] {
    let engine = product.filter { $0.hasPrefix("Engine/") }.map { String($0.dropFirst(7)) }
    guard let first = product.firstIndex(where: { $0.hasPrefix("Engine/") }) else {
      return [product]
    }
    let others = product.filter { !$0.hasPrefix("Engine/") }
    return [["Engine:"] + engine, others[..<first] + ["Engine"] + others[first...]]
  }
}

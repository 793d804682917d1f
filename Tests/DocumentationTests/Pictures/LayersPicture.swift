import Foundation

/// The products and their folders, from the list that `.ci/layers` checks.
enum LayersPicture {
  static func drawing() throws -> Drawing {
    let products = try Pages.text(of: ".ci/layers.txt").components(separatedBy: "\n\n")
      .map { $0.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { !$0.isEmpty }
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
}

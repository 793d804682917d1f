/// A picture in SVG, once for a light page and once for a dark one.
struct Drawing {
  /// The role of a shape, which decides its colours.
  enum Role {
    /// A value or an effect that the write does not touch.
    case still
    /// The value that was written.
    case written
    /// A value that was computed, or an effect that ran.
    case changed
    /// A value that was computed with an equal result.
    case unchanged
    /// A value that is out of date, and that no effect needs.
    case stale
  }

  enum Scheme: CaseIterable {
    case light, dark

    var suffix: String { self == .light ? "" : "~dark" }
    fileprivate var text: String { self == .light ? "#1d1d1f" : "#f5f5f7" }
    fileprivate var quiet: String { self == .light ? "#6e6e73" : "#a1a1a6" }

    fileprivate func fill(_ role: Role) -> String {
      switch (role, self) {
      case (.still, .light), (.stale, .light): "#ffffff"
      case (.still, .dark), (.stale, .dark): "#1d1d1f"
      case (.written, .light): "#ffe0b2"
      case (.written, .dark): "#7a4a00"
      case (.changed, .light): "#cfe8ff"
      case (.changed, .dark): "#0b4a7a"
      case (.unchanged, .light): "#e4e4e8"
      case (.unchanged, .dark): "#48484c"
      }
    }
  }

  private enum Shape {
    case box(x: Int, y: Int, width: Int, height: Int, Role, lines: [String])
    case arrow(x1: Int, y1: Int, x2: Int, y2: Int, Role)
    case text(x: Int, y: Int, String)
  }

  private let width: Int
  private let height: Int
  private var shapes: [Shape] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  mutating func box(
    x: Int, y: Int, width: Int, height: Int = 44, _ role: Role = .still, _ lines: String...
  ) {
    shapes.append(.box(x: x, y: y, width: width, height: height, role, lines: lines))
  }

  mutating func arrow(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ role: Role = .still)
  {
    shapes.append(.arrow(x1: start.x, y1: start.y, x2: end.x, y2: end.y, role))
  }

  mutating func text(x: Int, y: Int, _ text: String) {
    shapes.append(.text(x: x, y: y, text))
  }

  func svg(_ scheme: Scheme) -> String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" font-family="-apple-system, 'DejaVu Sans', sans-serif" font-size="13">
      """,
      """
      <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
      orient="auto"><path d="M0 0L8 4L0 8z" fill="\(scheme.quiet)"/></marker></defs>
      """,
    ]
    for shape in shapes { lines += svg(shape, scheme) }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func svg(_ shape: Shape, _ scheme: Scheme) -> [String] {
    switch shape {
    case .box(let x, let y, let width, let height, let role, let texts):
      let dashes = role == .stale ? " stroke-dasharray=\"5 4\"" : ""
      let box = """
        <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)" rx="7" \
        fill="\(scheme.fill(role))" stroke="\(scheme.quiet)"\(dashes)/>
        """
      let top = y + height / 2 + 5 - (texts.count - 1) * 9
      return [box]
        + texts.enumerated().map { index, text in
          let color = index == 0 ? scheme.text : scheme.quiet
          return """
            <text x="\(x + width / 2)" y="\(top + index * 18)" text-anchor="middle" \
            fill="\(color)">\(escaped(text))</text>
            """
        }
    case .arrow(let x1, let y1, let x2, let y2, let role):
      let dashes = role == .stale ? " stroke-dasharray=\"5 4\"" : ""
      return [
        """
        <line x1="\(x1)" y1="\(y1)" x2="\(x2)" y2="\(y2)" stroke="\(scheme.quiet)" \
        stroke-width="1.5" marker-end="url(#tip)"\(dashes)/>
        """
      ]
    case .text(let x, let y, let text):
      return ["<text x=\"\(x)\" y=\"\(y)\" fill=\"\(scheme.quiet)\">\(escaped(text))</text>"]
    }
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

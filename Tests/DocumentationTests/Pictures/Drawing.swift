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
      let (light, dark) =
        switch role {
        case .still, .stale: ("#ffffff", "#1d1d1f")
        case .written: ("#ffe0b2", "#7a4a00")
        case .changed: ("#cfe8ff", "#0b4a7a")
        case .unchanged: ("#e4e4e8", "#48484c")
        }
      return self == .light ? light : dark
    }
  }

  let width: Int
  let height: Int
  /// The lines of each shape.
  private(set) var shapes: [(Scheme) -> [String]] = []

  mutating func box(
    x: Int, y: Int, width: Int, height: Int = 44, _ role: Role = .still, _ lines: String...
  ) {
    let top = y + height / 2 + 5 - (lines.count - 1) * 9
    shapes.append { scheme in
      let box = """
        <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)" rx="7" \
        fill="\(scheme.fill(role))" stroke="\(scheme.quiet)"\(Self.dashes(role))/>
        """
      return [box]
        + lines.enumerated().map { index, text in
          """
          <text x="\(x + width / 2)" y="\(top + index * 18)" text-anchor="middle" \
          fill="\(index == 0 ? scheme.text : scheme.quiet)">\(Self.escaped(text))</text>
          """
        }
    }
  }

  mutating func arrow(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ role: Role = .still)
  {
    shapes.append { scheme in
      [
        """
        <line x1="\(start.x)" y1="\(start.y)" x2="\(end.x)" y2="\(end.y)" stroke="\(scheme.quiet)" \
        stroke-width="1.5" marker-end="url(#tip)"\(Self.dashes(role))/>
        """
      ]
    }
  }

  mutating func text(x: Int, y: Int, _ text: String) {
    shapes.append { scheme in
      ["<text x=\"\(x)\" y=\"\(y)\" fill=\"\(scheme.quiet)\">\(Self.escaped(text))</text>"]
    }
  }

  func svg(_ scheme: Scheme) -> String {
    let head = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" font-family="-apple-system, 'DejaVu Sans', sans-serif" font-size="13">
      """,
      """
      <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" \
      orient="auto"><path d="M0 0L8 4L0 8z" fill="\(scheme.quiet)"/></marker></defs>
      """,
    ]
    return (head + shapes.flatMap { $0(scheme) } + ["</svg>", ""]).joined(separator: "\n")
  }

  private static func dashes(_ role: Role) -> String {
    role == .stale ? " stroke-dasharray=\"5 4\"" : ""
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

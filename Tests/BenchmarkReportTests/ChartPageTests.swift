import BenchmarkReport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements, texts and numbers that an XML parser finds in a chart.
private final class Reading: NSObject, XMLParserDelegate {
  private(set) var elements: [String: Int] = [:]
  private(set) var texts: [String] = []
  private(set) var numbers: [Double] = []
  private var text = ""

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "not well-formed: \(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    elements[name, default: 0] += 1
    text = ""
    for key in ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height"] {
      if let value = attributes[key], value != "100%" { numbers.append(Double(value) ?? .nan) }
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" { texts.append(text) }
  }
}

@Suite struct ChartPageTests {
  @Test func `a run's charts are well-formed: a bar per case, two charts of cost`() throws {
    let reading = try Reading(ChartPage.svg(aRun))
    // One rectangle for each bar, one for the page, and one for the gap in each bar that is cut.
    let cut = aRun.filter { $0.key.engine == "observation" }.count
    #expect(reading.elements["rect"] == aRun.count + 1 + cut)
    // A line for each of six contenders in each of two charts, and a point on it for each of two
    // sizes.
    #expect(reading.elements["polyline"] == 12 && reading.elements["circle"] == 24)
    for text in ["deep", "broad", "cutoff", "cost against depth", "cost against width"] {
      #expect(reading.texts.filter { $0 == text }.count == 1)
    }
    #expect(reading.texts.filter { $0 == "upkeep, tracked" }.count == 8)
    #expect(reading.numbers.allSatisfy { $0.isFinite && $0 >= 0 && $0 < 4000 })
  }

  @Test func `the same cases give the same text, and groups come in the order of the run`() throws {
    #expect(ChartPage.svg(aRun) == ChartPage.svg(aRun))
    let names = ["deep", "broad", "cutoff"]
    #expect(try Reading(ChartPage.svg(aRun)).texts.filter { names.contains($0) } == names)
  }

  @Test func `within a group the order does not depend on that of the cases`() throws {
    let cases = aRun.filter { $0.key.name == "deep" }
    #expect(ChartPage.svg(cases.reversed()) == ChartPage.svg(cases))
  }

  @Test func `every text is escaped in the chart`() throws {
    let name = "<a> & \"b\" 'c' ü"
    let texts = try Reading(ChartPage.svg([sample(name, engine: "<&>\u{1}")])).texts
    #expect(texts.contains(name) && texts.contains("<&>\u{FFFD}, declared"))
  }

  @Test(arguments: [0, 1e-9, 1, 10, 1e12, .infinity])
  func `a chart has no invalid number, whatever the time of a case`(time: Double) throws {
    let cases = [sample(nsPerNode: time), sample(n: 10, nsPerNode: time)]
    let reading = try Reading(ChartPage.svg(cases))
    #expect(reading.numbers.allSatisfy { $0.isFinite && $0 >= 0 && $0 < 4000 })
  }

  @Test func `a run without cases, or with one size, gives a chart`() throws {
    #expect(try Reading(ChartPage.svg([])).elements["polyline"] == nil)
    #expect(try Reading(ChartPage.svg([sample()])).elements["polyline"] == 1)
  }

  @Test func `the chart has colors for light and for dark mode`() {
    #expect(ChartPage.svg(aRun).contains("@media (prefers-color-scheme: dark)"))
  }
}

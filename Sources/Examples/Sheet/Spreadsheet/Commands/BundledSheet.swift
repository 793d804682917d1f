import Foundation

/// The sheet that is opened if no file is named: four years of weather in Seattle.
///
/// Columns `A` to `F` hold the data (NOAA, public domain); the columns after them and the summaries
/// at the right are formulas.
enum BundledSheet {
  /// The path of the file, from any current directory.
  static var path: String {
    Bundle.module.bundleURL.appendingPathComponent("seattle-weather.csv").path
  }
}

import Foundation

/// The sheet that is opened when no file is named: four years of weather in Seattle.
///
/// The data (NOAA, public domain) are in columns `A` to `F`; the columns behind them and the summaries
/// at the right are formulas.
enum BundledSheet {
  /// The path of the file, from any current directory.
  static var path: String {
    Bundle.module.bundleURL.appendingPathComponent("seattle-weather.csv").path
  }
}

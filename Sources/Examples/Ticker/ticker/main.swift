import Foundation
import LiveMarket

exit(await TickerProgram.run(arguments: CommandLine.arguments))

import Foundation
import LiveTable

exit(await TableProgram.run(arguments: CommandLine.arguments))

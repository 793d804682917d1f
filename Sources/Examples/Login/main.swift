import Foundation

exit(await LoginProgram.run(arguments: CommandLine.arguments))

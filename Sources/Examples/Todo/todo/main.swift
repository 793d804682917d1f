import Foundation

exit(await TodoProgram.run(arguments: CommandLine.arguments))

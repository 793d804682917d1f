import Conversation
import Foundation

exit(await ChatProgram.run(arguments: CommandLine.arguments))

import Differential

Fuzz.run(CommandLine.arguments.dropFirst())

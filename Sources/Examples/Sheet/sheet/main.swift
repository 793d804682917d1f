import Spreadsheet

SheetProgram.run(arguments: CommandLine.arguments)

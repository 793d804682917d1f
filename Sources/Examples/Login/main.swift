import Foundation
import Upkeep

switch CommandLine.arguments.dropFirst().first {
case nil: break
case "--help", "-h":
  print("usage: login\n\nPlays a login, and prints what its screen shows after each step.")
  exit(0)
case let argument?:
  FileHandle.standardError.write(
    Data("login: expected nothing but --help, found \(argument)\n".utf8))
  exit(2)
}

let login = LoginManager()
let tip = FirstTimeTip()
let form = LoginForm()
let screen = Screen(login, tip, form)
print(screen.description)

form.name.value = "Ada"
print(screen.description)
form.password.value = "correct horse"
print(screen.description)
login.user.value = form.name.value
print(screen.description)
tip.wasClicked.value = true
print(screen.description)
login.user.value = nil
print(screen.description)

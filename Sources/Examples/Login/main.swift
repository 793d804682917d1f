import Upkeep

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

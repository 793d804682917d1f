# A first login. `login --help` explains the language.

# The button is on while the form has no problem.
name Ada
password correct horse
submit

# The tip for new users goes once it was clicked.
tip
log-out

# Three wrong passwords lock the login for half a minute.
password wrong horse
submit
submit
submit
why
wait 29
wait 1
password correct horse
submit
undo

### Texts of speaker notes.

notes = Notes
notes-hint = Speaker notes in a second window (W)
blocked = The browser blocked the notes window. Allow pop-ups for this page, then press W again.
now = Now
next = Next
next-caption = Next caption:
end = The run ends here.
clock = Time
elapsed = Presenting for
run-time = Clock of the run
step = Moment of the run
lesson-step = Step of the lesson
question = Question:
answer = Answer:
keys = The keys work here too: → and ← step, C and Shift+C go to the next and the previous caption or step of a lesson, Space plays, Esc ends the presentation.

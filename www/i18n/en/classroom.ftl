### Texts of classes: the lesson editor, courses, results.

## Fixed words

title = For teachers
hint = Write a lesson, put a course together, read results. Everything stays in this browser until you send it.
pages = Parts
lesson-page = Lesson
course-page = Course
results-page = Results
write = Write a lesson
plan = Put a course together
read = Read results
text = The lesson, as Markdown
preview = What students see
empty-draft = Nothing is written yet. Start from the template: it is a complete lesson, with a question and a task to change.
template = Start from the template
restore-draft = Bring back the text before
open-file = Open a file…
format = The format (manual)
checking = Checking…
warnings = Warnings
old-preview = Shown: the lesson before the error.
no-preview = The preview appears once the lesson has no errors.
preview-comes = The preview is being prepared.
take = Try it as a student
save = Save as a file
add-to-course = Add to the course
answers-marked = Right answers are marked here only.
right-answer = right
share-lesson = Share the lesson
lesson-link = Link to the lesson
link-hint = The link contains the whole lesson. Nothing is stored on a server; whoever has the link can read the answers in it.
fix-first = The lesson still has errors: fix them before you share it.
too-long = Too long for a link that arrives whole. Save it as a file instead: dropping it on the page opens it.
long-link = Some chat programs cut links this long. A file is safer.
copy = Copy the link
code-of-lesson = QR code of the lesson
code-of-course = QR code of the course
code-too-long = The link is too long for a QR code that a phone can read.
course-title = Title of the course
items = In this order
empty-course = Nothing is in it yet. Add lessons and scenarios below.
add = Add
add-lesson = A lesson of this page
add-scenario = A scenario of this page
add-draft = The lesson you wrote
add-text = The scenario that is open now
kind-lesson = Lesson
kind-scenario = Scenario
kind-own-lesson = Your own lesson
kind-own-scenario = Your own scenario
up = Move up
down = Move down
remove = Remove
older-version = older version
update-item = Update
untitled = Untitled
share-course = Share the course
course-link = Link to the course
course-link-hint = One link opens the course at its first part, with a bar that leads through it. Parts of this page go by their names; your own are in the link whole.
take-course = Try the course
course = Course
previous-lesson = Previous lesson
previous-scenario = Previous scenario
next-lesson = Next lesson
next-scenario = Next scenario
leave-course = Leave the course
hand-in = Hand in your answers
hand-in-hint = The code says which lesson it was, what was answered first, how each question went and how long it was open. Send it to your teacher: nothing is sent by itself. It is no proof of who answered.
course-code-hint = The code grows with each lesson of the course. One code at the end of the course is enough.
your-name = Your name (optional)
result-code = Result code
link-copied = Link copied.
copy-code = Copy the code
copy-result-link = Copy it as a link
code-of-result = QR code of the result
codes = Codes or links from students, one per line
codes-hint = Paste them here, or drop a text file on the page. Whatever else stands on the line is ignored. A code is no proof: anybody can make one.
empty-results = No results yet.
clear = Clear
copy-table = Copy for a spreadsheet
save-table = Save as CSV
table = Answers
by-question = By question
class-result = Right at the first try
student = Student
nameless = (no name)
lesson = Lesson
version = Version
step = Step
question = Question
outcome = Result
first-answer = First answer
first-answers = First answers
tries = Tries
seconds = Seconds
unanswered = not answered
right-at-first = right at the first try
right-later = right later
wrong = wrong
task-solved = task solved
task-open = task not solved
other-version = Some results of one lesson come from different versions of its text: their questions may differ.
no-code = no code on this line: a code begins with r3:, r1: or r2:
damaged = the code is cut off or mistyped: ask for it again, copied whole
later-version = a newer version of this page made the code: reload this page

## Sentences

lesson-is-right =
    No errors: { $steps ->
        [one] 1 step
       *[other] { $steps } steps
    }, { $questions ->
        [one] 1 question
       *[other] { $questions } questions
    }, { $tasks ->
        [one] 1 task
       *[other] { $tasks } tasks
    }.
go-to-line = Go to line { $line }
more-problems = … and { $count } more.
course-place = part { $item } of { $total }
lessons-in-code = This one code has your answers of { $lessons } lessons of the course so far.
result-count =
    { $results ->
        [one] 1 result
       *[other] { $results } results
    }{ $repeats ->
        [0] {""}
       *[other] ; { $repeats } sent twice
    }{ $bad-lines ->
        [0] {""}
        [one] ; 1 line could not be used
       *[other] ; { $bad-lines } lines could not be used
    }.
about-line = Line { $line }: { $text }
repeated-code = sent twice: the same attempt as on line { $first }; it counts once
step-of-lesson = Step { $step }
option-of-question = Option { $number }

### Lessons: the course, its questions, and why an answer is right or wrong.

## Fixed words

lessons = Lessons
course = Course
course-hint = Lessons take five to ten minutes. Each clears up one misconception; the engine checks your answers.
steps = Steps of the lesson
back = Back
next = Next
leave = Leave the lesson
leave-hint = The scenario stays open.
goal = Goal
misconception = A common misconception
myth = Myth
done = Done
exam = CKA: Workloads and Scheduling
exam-short = CKA
question = Question
right = Right.
wrong = Not quite.
answer = Answer
answer-hint = Try again, or continue: the next step has the answer.
stage-hint = You can also click it in the picture.
here = Back to this step’s moment
other-run = This is no longer the lesson’s run.
own-run = Back to the lesson’s run
task = Your turn
finished = End of the lesson
no-questions = You didn’t answer any questions.
next-lesson = Next lesson
all-lessons = All lessons
leaves-page = leaves this page
between = {" "}
no-node = No node: it stays pending
nothing-fits = No node passes all filters, and preemption finds no room.
some-node-fits = At least one node passes every filter.
preemption-helps = No node has room, but preemption can make room on one.
it-fits = It fits
it-does-not = It doesn’t fit
predict = Predict
not-yet = Answer the question first: this would give it away.
predict-hint = Predict: pause before each decision and guess the outcome
predicts = From here on, you predict each decision before you see it. Continue to the first one.
nothing-to-predict = This run has no decision to predict.
key-predict = Predict each decision before it is shown
show-me = Show me
go-on = Watch it
comes = Loading the question…
click-hint = Click it on the stage.
too-early = It is evicted too, but another pod comes first.
shown = The answer:

## Sentences

step-number = Step { $step } of { $total-count }
lesson-score = { $right } of { $total-count } right on the first try
prediction-score = { $right } of { $total-count } predicted
which-node = Which node does { $pod } get, by score or by preemption?
victims-alike-by-start = { $all } have the same priority, { $priority }, so any order is right. { $first } is listed first because it started first: the scheduler tries to put pods back by priority, then by start, the earliest first.
victims-alike-not-by-start = { $all } have the same priority, { $priority }, and started at the same time: nothing tells them apart, so any order is right.
which-victims-one = Which pod is evicted from { $node } for { $pod }?
which-victims-many = Which { $count } pods are evicted from { $node } for { $pod }? Select them in the order of eviction.
node-rejected = { $node } is rejected: { $reason }
node-passes = { $node } passes every filter.
only-node = { $node } is the only node that passes every filter, so nothing is scored.
node-scores-less = { $node } fits and scores { $total }, but { $best } scores { $most }.
node-scores-less-than-another = { $node } fits and scores { $total }, but another node scores more.
largest-gap = The largest difference is { $plugin }: { $points } against { $best }.
rule-contrast = { $text } ({ $node }: { $value }; { $best-node }: { $best-value })
does-pod-fit-now = The scheduler retries { $pod }. Does it fit on any node now?
pod-must-go-because = { $pod } is a victim: with it put back, the preemptor no longer fits. { $reason }
node-scores-most = { $node } fits and has the highest score: { $total }.
node-makes-room = No node has room, so preemption makes room on { $node }.
candidate-loses-at = { $node } is a candidate, but a rule eliminates it: { $rule }
preemption-no-help = { $has-reason ->
        [true] Evicting pods on { $node } can’t help: { $reason }
       *[false] Evicting pods on { $node } can’t help.
    }
pod-not-lower = No dry run removes { $pod }: its priority isn’t lower, or its node isn’t tried.
preempts-on-other-node = { $pod } is on { $node }, which preemption doesn’t choose. { $reason }
pod-must-go = { $pod } is a victim: with it put back, the preemptor would no longer fit.
pod-put-back = The dry run removes { $pod }, then puts it back: the preemptor still fits.

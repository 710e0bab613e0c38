### Tasks, and terms of the glossary.

## Fixed words

watch-it = Watch it happen
a-lesson = Lesson
reached = Done: the engine confirms it.
solved = Solved. A different run is shown now.
not-reached = Not reached yet in this run.
change-it = Change the scenario
wanted = What the engine checks

## Sentences

wants-bound = { $pods } has a node
wants-on = { $pods } is on { $node }
wants-evicted = preemption evicts { $pods }
wants-gone = { $pods } is gone at the end
most-changes =
    at most { $most ->
        [one] one change
       *[other] { $most } changes
    } to the scenario
wants-changes = { $most } ({ $change-count } so far)
whole-object = { $object }: the whole object

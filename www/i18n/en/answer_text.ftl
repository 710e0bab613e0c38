### Answers to an operator's questions: a sentence, and what stands in the table below it.

## Fixed words

questions = Questions
drain = Can I drain it?
class-of = Which pods would this class preempt?
see-it = See it happen
tried = Tried
works = Trying…
then = What happens
next = Replacement
reason = Reason
nodes = Nodes
how-many = How many
not-made-anew = none: it has no controller
nothing = none so far
once-gone = once the old pod is gone
job-failed = none: its Job failed
so-far = So far:
stop = Stop
stopped = Stopped.
moment = The moment in the run
how-tried = Tried in a copy of this run, from this moment to the end, including everything that the script, the controllers and the scheduler do.
how-tried-partly = Tried in a copy of this run, from this moment on for as long as the answer says, including everything that the script, the controllers and the scheduler do.
room-ask = Who gets the room?
room-is-open = No member keeps the room that is made: whoever is popped first takes it.
nobody-comes = Nobody else comes
room-how = Followed in copies of this run: one without what its script brings later, one with a more important pod.

## Sentences

room-branch-name-rival-node = { $pod } goes to { $node }.
room-branch-name-rival-none = { $pod } gets no node before { $group } is tried.
room-branch-name-rival-in-run = { $pod } comes: priority { $priority }, { $cpu } cpu
room-branch-name-rival-not-in-run = A pod of priority { $priority } comes and asks for { $cpu } cpu
room-branch-none-to-end = { $group } is not tried again before the run ends.
room-branch-none-until = { $group } is not tried again within { $time }, as far as the run was followed.
room-branch-retry-no-bound = { $group } is tried at { $clock }: { $placed } of { $members } fit, nobody is bound.
room-branch-retry = { $group } is tried at { $clock }: { $placed } of { $members } fit and are bound: { $bound }.
room-branch-some-victims = It preempts again: { $victims }.
zone-lost = What if zone { $zone } is lost?
questions-title = Questions about { $name }
owner-not-simulated = up to its { $kind }, which isn’t simulated
answer-progress = Trying… { $percent } %
replacement-place-node = { $pod } on { $node }
replacement-place-none-no-message =
    { $pod } { $is-at-end ->
        [true] stays
       *[false] is
    } Pending
replacement-place-none =
    { $pod } { $is-at-end ->
        [true] stays
       *[false] is
    } Pending: { $message }
no-node-takes =
    { $pod } fits on none of the { $total-count ->
        [one] 1 node
       *[other] { $total-count } nodes
    }. Most common reason ({ $affected ->
        [one] 1 node
       *[other] { $affected } nodes
    }): “{ $reason }”.
changes-help-result = { $count ->
        [0] None of the single changes tried would make { $pod } fit.
        [one] A single change would make { $pod } fit.
       *[other] { $count } single changes would each make { $pod } fit.
    }
changes-help-one = { $result } Of 1 more it isn’t known: its run was too long to be followed.
changes-help-many = { $result } Of { $undecided-count } more it isn’t known: their runs were too long to be followed.
tried-change-result-node = Tried: { $pod } goes to { $node }.
tried-change-result-none = Tried: { $pod } stays Pending.
fork-result-on-node = { $pod } is bound to { $node } at { $time }
fork-result-pending = { $pod } is still pending: { $reason }
fork-result-pending-untried = { $pod } is still pending: not attempted
fork-result-gone = { $pod } is gone at the end

### What extenders were asked, and what came of it.

## Fixed words

requests = Requests to extenders
sent = kube-scheduler sends
answer = the extender answers
kept = kept
no-message = rejected without a message
may-help = eviction might help
no-help = eviction can’t help
not-named = not in the answer: 0
withdrawn = no longer a candidate
bare = The nodes come back as bare objects, so from now on they count as empty: no pods and no images.
ignored = The error is ignored, as if the extender had not been asked.
counts = The extender is not ignorable, so the error counts.
no-victims = no victims

## Sentences

extender-request = kube-scheduler asks the extender { $extender }
extender-delay = The scheduler waits { $wait } ms for the answer and schedules no other pod in the meantime.
extender-kept-nodes =
    { $extender } keeps { $kept-count } of { $asked-count ->
        [one] 1 node
       *[other] { $asked-count } nodes
    }
extender-gave-points = { $extender } scores the nodes
extender-left-candidates =
    { $extender } keeps { $kept-count } of { $candidate-count ->
        [one] 1 candidate
       *[other] { $candidate-count } candidates
    }
extender-failure = { $ignored ->
        [true] { $extender } fails and is ignored
       *[false] { $extender } fails
    }
extender-withdrew-candidate = The extender { $extender } no longer named { $node } as a candidate.
extender-filter-answer =
    The extender { $extender } checked { $node-count ->
        [one] 1 node
       *[other] { $node-count } nodes
    } and kept { $has-texts ->
        [true] { $texts }
       *[false] none
    }.{ $is-bare ->
        [true] {" "}It sends the nodes back whole, so they now count as empty: no pods, no usage, no images.
       *[false] {""}
    }
extender-score-answer-no-scores = The extender { $extender } scored no nodes.
extender-score-answer = The extender { $extender } adds { $scores }.
extender-preempt-answer =
    The extender { $extender } checked { $candidate-count ->
        [one] 1 candidate
       *[other] { $candidate-count } candidates
    } for preemption and kept { $has-kept-nodes ->
        [true] { $kept-nodes }
       *[false] none
    }.
candidate-victims = evict { $victims }
candidate-victims-violate = { $violations ->
        [one] { $victims } (1 violates a budget)
       *[other] { $victims } ({ $violations } violate a budget)
    }

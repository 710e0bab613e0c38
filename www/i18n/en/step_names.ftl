### The steps of an attempt, side by side.

## Fixed words

steps = Steps of this attempt
eligible = Can it preempt?
potential = Which nodes?
remove = Remove pods
try-without = Fits without?
candidate = Candidate
no-candidate = Not a candidate
ladder = Which candidate?
failed = Not scheduled
binding = Binding
with-nominated = with nominated pods

## Sentences

dry-run-on = Dry run: { $node }
nth-node = node { $number }
nth-pod = pod { $number }
short-rule-name-no-victims = No victims
short-rule-name-fewest-violations = Fewest violations
short-rule-name-lowest-first-priority = Lowest top priority
short-rule-name-smallest-priority-sum = Smallest sum
short-rule-name-fewest-victims = Fewest victims
short-rule-name-latest-start = Latest start

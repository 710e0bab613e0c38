### How two runs differ, in words.

delta-cells-rung = { $rule } · { $node }
delta-cells-points = Points of { $plugin } · { $node }
delta-cells-end = This attempt
attempt-result-placed = goes to { $node }
attempt-result-preempts-no-pods = is nominated to { $node }
attempt-result-preempts = preempts { $pods } on { $node }
attempt-result-waits = keeps waiting
nth-attempt = { $pod }, attempt { $number }
verdict-on = Verdict on { $node }
verdict-not-checked = not checked
verdict-fits = ✓ fits
verdict-rejected = ✗ { $reason } ({ $code })
rank-of = Rank of { $node }
rank-text = rank { $place }, { $total } points
victims-on = Victims on { $node }
victims-not-a-candidate = not a candidate
no-victims = none

### The field: who has to go, for all values of two numbers.

fits-title = { $pod } fits: no pod has to go
fits-text = There is free room for { $amount } cpu.
pending-title = No eviction helps: { $pod } stays pending
pending-text = Even without all pods of lower priority there is no room for { $amount } cpu.
victims-title = { $count ->
    [one] { $victims } has to go
   *[other] { $victims } have to go
}
stays-text = { $count ->
    [one] { $pods } stays: each pod is put back where it still fits.
   *[other] { $pods } stay: each pod is put back where it still fits.
}
nobody-stays-text = No pod can be put back.
saved-text = Asking for more has saved { $pods }.
lot-text = Several nodes are equally good: one of them is drawn by lot.
fits-label = ✓ fits
pending-label = ✗ pending
areas-heading = Who has to go? Each area is one answer.
row-note = the dashed line, from left to right
table-caption = If { $other } requests { $amount } cpu
more-than = more than { $amount } cpu
up-to = up to { $amount } cpu
nobody = no pod has to go

### What is said of devices: how they were looked for on a node, and what stands on the stage.

## Fixed words

search = Search for devices
steps = Step by step
would-do = usable
free = free
taken = taken
tainted = tainted
chosen = found for this pod
out = not usable by this pod
devices = Devices
claims = Claims

## Sentences

device-request-count = of claim { $claim }: { $count } × class { $class }
device-request-none = of claim { $claim }: all of class { $class }
devices-left = { $usable-devices } of { $total-count } usable
devices-left-by-selector =
    Selector of the { $of-class ->
        [true] class
       *[false] request
    }: true of { $usable-devices } of { $total-count }
device-rejection-pool-incomplete = slices of its pool are missing
device-rejection-pool-invalid = its pool is inconsistent
device-rejection-not-known = this release doesn’t allocate such devices
device-rejection-taken = allocated to claim { $claim }
device-rejection-set-aside = set aside for claim { $claim }
device-rejection-selector = the expression fails: { $error }
device-rejection-selector-device-part-text-value = { $part } is { $value }
device-rejection-selector-device-part-text-none = { $part } is missing
device-rejection-other-node = only other nodes can reach it
device-rejection-taint = taint { $taint } is not tolerated
counter-shortage-counter = needs { $needs } of the counter { $what }, { $left } left
counter-shortage-not-counter = needs { $needs } of { $what }, { $left } left
search-step-chosen = { $of }: takes { $at }
search-step-put-back = { $of }: puts { $at } back
search-step-short-requested-count = { $of }: no other usable device, { $chosen } of { $requested-count } found
search-step-short-none = { $of }: not all of its devices can be allocated
search-step-refused = { $of }: skips { $at }, { $reason }
device-refusal-chosen = it is already chosen
device-refusal-match = a constraint requires { $attribute }, which it lacks
device-refusal-mismatch = matchAttribute { $attribute }: it has { $text }, the others have { $common }
device-refusal-distinct = distinctAttribute { $attribute }: another device also has { $text }
search-end = Allocated on other nodes: { $claims }. This node can’t reach those devices.
search-end-found = All claims can be allocated here.
search-end-nothing = The claims are already allocated, and this node can reach their devices.
search-end-not-found = Cannot allocate all claims: request { $request } of { $claim } finds { $chosen } of { $wanted }.
search-end-not-found-none = Cannot allocate all claims: request { $request } of { $claim } needs all devices, but can’t get them.
search-end-too-many = A claim can have at most 32 devices.
search-end-error = The search failed: { $text }
search-end-late = The search took too long.
more-not-listed = and { $count } more
device-description = { $taken } by { $holders }
claim-description = claim { $claim }, used by no pod
claim-of-users = claim { $claim } for { $users }
claim-count = { $claims ->
        [one] 1 claim
       *[other] { $claims } claims
    }
claim-in-flight-description = set aside for claim { $claim } of { $pod }, not written yet
counter-description = { $name }: { $used } of { $all } taken

### Texts of reading a running cluster.

## Fixed words

title = Your own cluster
entry = From my cluster
hint = Reads a running cluster into this tab, with your own rights. Only requests that read are made, and nothing leaves the tab.
asking = Asking the API server for its version…
how = kubectl serves this page and the API of your cluster on one address of your machine, so that the page may read it:
step-page = Get the page as files. Those who have its sources can build the same with “cargo dev build”.
step-proxy = Serve it beside the API of the cluster of your kubeconfig. The last option makes the proxy itself refuse whatever could change something.
step-open = Open this address:
copy = Copy
copied = Copied
not-local = This page comes from a site, not from your machine: it asks no cluster.
no-api = This page is served from your machine, but no API server answers beside it.
not-json = What answered is no API server: it sent something other than JSON.
unknown-version = The version names no minor version.
namespace = Namespace
namespace-hint = Empty for all. It limits the other kinds that have namespaces. Nodes and all pods are always read: the scheduler sees them.
what = What is read
read = Read the cluster
again = Ask again
rights = The rights that it needs, and what leaves the tab (manual)
stop = Stop
go-on = Go on
open-part = Open what was read
discard = Discard
lists = Lists
refresh = Read again
joining = Preparing the run…
stopped = Stopped. What was read is kept.
waiting = waiting
asked = asked for
parsing = being read
absent = this cluster does not have it
expired = The list expired each time before it was read completely.
page-breaks-off = The answer ends in the middle of an object.
page-no-json = The answer is not valid JSON.
page-no-list = The answer is no list of objects.
page-too-large = These are more objects than a run can have.
partial = Only a part was read.
private = It is not kept: neither as a draft nor in a link. To keep it, save it as a scenario or a file.
share-hint = This was read from a running cluster. A link or a file shows its names to whoever gets it. Pseudonyms replace them:
follow = Follow
end-follow = Stop following
moments = Seen in the cluster
earlier = Earlier
later = Later
as-read = as it was read
as-kept = the earliest that is kept
simulates = Seen, not simulated. Play simulates from here.
other-kinds = Other kinds are as they were when the cluster was read.
live = Live.
not-live = Not live:
nothing-seen = Nothing has happened since.
seen-came = came
seen-gone = is gone
seen-leaving = is being deleted

## Sentences

found = { $version } answers beside this page.
run-as = It is run as { $release }, the nearest release that this page has.
progress =
    { $objects ->
        [one] 1 object
       *[other] { $objects } objects
    } of at least { $known }; { $done } of { $lists } lists are complete.
list-objects =
    { $objects ->
        [one] 1 object
       *[other] { $objects } objects
    }{ $remaining ->
        [0] {""}
       *[other] , { $remaining } to come
    }
pausing =
    the server is busy: asked again in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }
forbidden = you may not list it: { $command }
status = The server answered { $code }: { $message }
broken = The connection broke: { $message }
list-failed = { $resource }: { $problem }
opened =
    { $version }, read { $minutes ->
        [0] just now
        [one] 1 minute ago
       *[other] { $minutes } minutes ago
    }.
left-out =
    { $lists ->
        [one] 1 list was left out
       *[other] { $lists } lists were left out
    }
last-word =
    Nodes, pods, PersistentVolumeClaims and budgets are followed; the last word is { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    } old.
changes-seen =
    Seen in the cluster since it was read, not simulated: { $changes ->
        [one] 1 change
       *[other] { $changes } changes
    }
seen-bound = was bound to { $node }
seen-nominated = was nominated to { $node }
moment = { $time }, { $what } ({ $index } of { $count })
seen-leaving-for = is being deleted: { $reason }

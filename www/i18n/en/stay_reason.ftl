### Why a pod stays where it is.

stay-reason-daemon-in-drain = stays: kubectl drain ignores DaemonSet pods
stay-reason-daemon = stays: DaemonSet pods tolerate an unreachable node
stay-reason-mirror-in-drain = stays: kubectl drain ignores mirror pods
stay-reason-mirror = stays: a mirror pod tolerates every NoExecute taint
stay-reason-finished = stays: it finished before
stay-reason-tolerates = stays: it tolerates the NoExecute taints of its node indefinitely
stay-reason-tolerates-for = stays: it tolerates the taint for { $time }, and the run ends before
stay-reason-evictions-stopped = stays: no node in any zone is ready, so evictions stop
stay-reason-not-tainted = stays: its node has no NoExecute taint yet when the run ends
stay-reason-terminating = was already Terminating
stay-reason-ends-anyway = ends in this run anyway
stay-reason-not-followed = not known: nothing evicts it within { $time }, as far as the run was followed
stay-reason-not-reached = stays: nothing evicts it before the run ends

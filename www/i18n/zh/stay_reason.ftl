### Why a pod stays where it is.

stay-reason-daemon-in-drain = 保留：kubectl drain 忽略 DaemonSet Pod
stay-reason-daemon = 保留：DaemonSet Pod 容忍失联的节点
stay-reason-mirror-in-drain = 保留：kubectl drain 忽略镜像 Pod
stay-reason-mirror = 保留：镜像 Pod 容忍所有 NoExecute 污点
stay-reason-finished = 保留：它此前已结束
stay-reason-tolerates = 保留：它一直容忍其节点的 NoExecute 污点
stay-reason-tolerates-for = 保留：它容忍该污点 { $time }，运行在此之前结束
stay-reason-evictions-stopped = 保留：所有可用区都没有就绪的节点，因此停止驱逐
stay-reason-not-tainted = 保留：运行结束时其节点尚无 NoExecute 污点
stay-reason-terminating = 此前已在终止
stay-reason-ends-anyway = 在这次运行中本来就会结束
stay-reason-not-followed = 尚不确定：跟踪运行 { $time } 期间没有什么驱逐它
stay-reason-not-reached = 保留：运行结束前没有什么驱逐它

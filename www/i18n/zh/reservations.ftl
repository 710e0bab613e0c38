### What is set aside for members of a group while their siblings are tried: devices and volumes.

member-reservation-is-shared = 申领 { $claim } 已由同组 Pod 分配；不检查此节点能否访问其设备。
member-reservation-otherwise = { $devices } 为申领 { $claim } 留出。
member-reservation = 卷 { $volume } 为申领 { $claim } 留出。
member-reservation-provisioned = 申领 { $claim } 的卷将在此处制备。

### How a language counts and lists.

length-in-days = {" "}天
length-in-hours = {" "}小时
length-in-minutes = {" "}分钟
length-in-seconds = {" "}秒
nodes = { $count } 个节点
pods = { $count } 个 Pod
victims = { $count } 个牺牲者

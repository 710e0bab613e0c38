### The loop of a first visit: what happens in the scenario “A high-priority pod preempts another”.

## Fixed words

short = nginx-a 放不下
short-why = 它需要 5 cpu，而 8 cpu 中只有 4 cpu 空闲。它的优先级是 1,000,000，因此可以抢占优先级更低的 Pod。
dry-run = 试运行：没有 nginx 就放得下
dry-run-why = 调度器只在自己的副本中移除优先级为 0 的 Pod，集群里什么都没有发生。
victim = 放回后，nginx 挡住了它
victim-why = 放回 nginx 后，nginx-a 又放不下了，所以 nginx 是牺牲者。
drain = nginx 有 30 秒体面终止的时间
drain-why = 在它消失之前，4 cpu 一直被占用。nginx-a 已提名到这个节点，正在等待。
bound = nginx 已消失，nginx-a 已绑定
bound-why = 它在第二次尝试中绑定：抢占只是腾出空间，并不等于调度。
runs = nginx-a 正在运行
runs-why = Deployment 创建了新的 nginx。它需要 4 cpu，只有 3 cpu 空闲，因此保持 Pending。

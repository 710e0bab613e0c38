### What is wrong with a text, or noticed in it.

message-heading = 这条调度器消息的含义
